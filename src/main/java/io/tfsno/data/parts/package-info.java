/**
 * Data sets that lie in many files: which files a pattern stands for, in which order, and how
 * thousands of them are read with a few open at a time. What is in them is not known here.
 */
package io.tfsno.data.parts;
