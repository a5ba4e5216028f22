/**
 * The command line: one class per command, which parses, calls the other rooms and prints. What
 * each command promises is in docs/reference/cli.md.
 */
package io.tfsno.cli;
