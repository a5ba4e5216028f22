/** What commands share: progress, tables, JSON, devices, interruption. Knows no command. */
package io.tfsno.cli.console;
