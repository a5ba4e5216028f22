/**
 * The page about results of a suite. In come the entries of a ledger and the layout of the paper's
 * tables; out come a page with the tables that answer questions and, in full, the numbers behind
 * them: within an HTML page, as CSV files next to one in Markdown.
 */
package io.tfsno.report.results;
