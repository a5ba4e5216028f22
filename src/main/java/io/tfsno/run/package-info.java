/**
 * What somebody needs who only predicts: the run folder, its metrics and provenance, the model
 * card, the weights and the trained model. Run folders come in, operators on physical fields go
 * out. Knows nothing about trainers.
 */
package io.tfsno.run;
