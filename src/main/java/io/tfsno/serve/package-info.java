/**
 * The studio: trained models behind an HTTP service and a page to watch them on. Run folders and
 * requests flow in; states, spectra, gates and pages flow out. {@link io.tfsno.serve.SharedModel}
 * is the part that is of use without HTTP: a model for many threads.
 */
package io.tfsno.serve;
