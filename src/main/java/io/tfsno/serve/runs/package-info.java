/**
 * What a list says about each training: made of the texts of its files, wherever they come from.
 */
package io.tfsno.serve.runs;
