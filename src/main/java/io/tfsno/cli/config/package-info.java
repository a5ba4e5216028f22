/** The command that writes training configurations, with a comment for every key. */
package io.tfsno.cli.config;
