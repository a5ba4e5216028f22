// Reads arrays as numpy.save writes them.

const KINDS = { f4: ['getFloat32', 4], f8: ['getFloat64', 8], i4: ['getInt32', 4] };

/** The shape and the numbers of a .npy file in C order; an error in words otherwise. */
export async function readNpy(file) {
  const buffer = await file.arrayBuffer();
  const bytes = new Uint8Array(buffer);
  if (String.fromCharCode(...bytes.subarray(1, 6)) !== 'NUMPY') {
    throw new Error(`${file.name}: expected a NumPy .npy file. Save the array with numpy.save.`);
  }
  const view = new DataView(buffer);
  const wide = bytes[6] > 1;
  const begin = wide ? 12 : 10;
  const end = begin + (wide ? view.getUint32(8, true) : view.getUint16(8, true));
  const header = new TextDecoder('latin1').decode(bytes.subarray(begin, end));
  const kind = KINDS[/'descr':\s*'[<|]([a-z]\d)'/.exec(header)?.[1]];
  const axes = /'shape':\s*\(([^)]*)\)/.exec(header);
  if (!kind || !axes || !/'fortran_order':\s*False/.test(header)) {
    throw new Error(`${file.name}: expected float32, float64 or int32 in C order. Save numpy.ascontiguousarray(a, 'f4').`);
  }
  const shape = axes[1].split(',').map((n) => n.trim()).filter((n) => n).map(Number);
  const count = shape.reduce((p, n) => p * n, 1);
  const [get, size] = kind;
  if (end + count * size > bytes.length) throw new Error(`${file.name}: the file ends too early. Save it again.`);
  return { shape, values: Array.from({ length: count }, (_, i) => view[get](end + i * size, true)) };
}

/** The array cut along its first axes into a number of equal parts. */
export function parts(values, count) {
  const size = values.length / count;
  return Array.from({ length: count }, (_, i) => values.slice(i * size, (i + 1) * size));
}

/** The states before the last one of an uploaded file; null if it holds one state. */
export async function earlier(model, file) {
  const { shape, values } = await readNpy(file);
  const { history } = model.conditions;
  return shape.length === model.dimension + 2 && shape[0] === history ? parts(values, history).slice(0, -1) : null;
}
