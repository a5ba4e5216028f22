/**
 * What all file formats share: opening, replacing a file as a whole, element types, boxes of
 * arrays. Knows no format.
 */
package io.tfsno.data.file;
