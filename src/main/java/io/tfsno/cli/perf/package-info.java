/** The command {@code tfsno perf}: what it measures, one class for each kind of table. */
package io.tfsno.cli.perf;
