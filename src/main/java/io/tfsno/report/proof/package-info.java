/**
 * What a ledger proves. In come its entries and a plan that was frozen before; out come, for each
 * equation, the contender's errors relative to those of the rival that is best in validation, with
 * intervals and verdicts. The page about it is written by others.
 */
package io.tfsno.report.proof;
