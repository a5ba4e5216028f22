/**
 * Plain HTTP: calls, routes, limits, refusals. Requests come in, answers go out. Knows nothing
 * about models.
 */
package io.tfsno.serve.http;
