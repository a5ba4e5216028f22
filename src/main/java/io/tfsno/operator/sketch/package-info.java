/**
 * Networks as boxes and arrows: what a drawing of one shows, and where. Models describe themselves
 * in these words; how a box looks is the drawing's business.
 */
package io.tfsno.operator.sketch;
