/**
 * Stand-ins for speech models: ONNX files made by hand, with the inputs, outputs and metadata that the recognition
 * library asks of the real ones, and just enough arithmetic to tell silence, a low and a high tone apart.
 */

/** Protobuf wire types: what ONNX files are written in. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function bytes(field: number, value: Uint8Array | string): Buffer {
  const raw = Buffer.from(value);
  return Buffer.concat([varint((field << 3) | 2), varint(raw.length), raw]);
}

const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;

function tensor(name: string, dims: number[], values: Float32Array | BigInt64Array): Buffer {
  return Buffer.concat([
    ...dims.map((dim) => number(1, dim)),
    number(2, values instanceof Float32Array ? FLOAT : INT64),
    bytes(8, name),
    bytes(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  ]);
}

function node(type: string, inputs: string[], outputs: string[], attributes: Record<string, number | number[]> = {}): Buffer {
  const attribute = ([name, value]: [string, number | number[]]) =>
    bytes(
      5,
      Array.isArray(value)
        ? Buffer.concat([bytes(1, name), ...value.map((one) => number(8, one)), number(20, 7)])
        : Buffer.concat([bytes(1, name), number(3, value), number(20, 2)]),
    );
  return Buffer.concat([
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, type),
    ...Object.entries(attributes).map(attribute),
  ]);
}

/** A value of the graph: its name, element type and shape (a word for a length that varies). */
function value(name: string, type: number, shape: (number | string)[]): Buffer {
  const dims = shape.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : bytes(2, dim)));
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, Buffer.concat([number(1, type), bytes(2, Buffer.concat(dims))])))]);
}

type Graph = { nodes: Buffer[]; initializers: Buffer[]; inputs: Buffer[]; outputs: Buffer[]; metadata?: Record<string, string> };

function model({ nodes, initializers, inputs, outputs, metadata = {} }: Graph): Buffer {
  const graph = Buffer.concat([
    ...nodes.map((one) => bytes(1, one)),
    bytes(2, 'stand-in'),
    ...initializers.map((one) => bytes(5, one)),
    ...inputs.map((one) => bytes(11, one)),
    ...outputs.map((one) => bytes(12, one)),
  ]);
  return Buffer.concat([
    number(1, 8),
    bytes(2, 'gleaner-tests'),
    bytes(7, graph),
    bytes(8, Buffer.concat([bytes(1, ''), number(2, 13)])),
    ...Object.entries(metadata).map(([key, text]) => bytes(14, Buffer.concat([bytes(1, key), bytes(2, text)]))),
  ]);
}

/** Voice activity: loud is speech. In the form of Silero VAD 4: `input, sr, h, c` to `output, hn, cn`. */
export function makeSileroVad(): Buffer {
  return model({
    nodes: [
      node('Abs', ['input'], ['loud']),
      node('ReduceMean', ['loud'], ['mean'], { axes: [1], keepdims: 1 }),
      node('Mul', ['mean', 'gain'], ['scaled']),
      node('Min', ['scaled', 'one'], ['output']),
      node('Identity', ['h'], ['hn']),
      node('Identity', ['c'], ['cn']),
    ],
    initializers: [tensor('gain', [1], Float32Array.of(20)), tensor('one', [1], Float32Array.of(1))],
    inputs: [
      value('input', FLOAT, ['batch', 'sequence']),
      value('sr', INT64, [1]),
      value('h', FLOAT, [2, 'batch', 64]),
      value('c', FLOAT, [2, 'batch', 64]),
    ],
    outputs: [value('output', FLOAT, ['batch', 1]), value('hn', FLOAT, [2, 'batch', 64]), value('cn', FLOAT, [2, 'batch', 64])],
  });
}

const symbols = ['<blk>', '<|zh|>', '<|en|>', '<|ja|>', '<|NEUTRAL|>', '<|Speech|>', '<|withitn|>', '▁low', '▁high', '。'];
const languageIds = { auto: 0, zh: 3, en: 4, yue: 7, ja: 11, ko: 12 };
const bins = 80;
const window = 7;

export function makeSenseVoiceTokens(): string {
  return `${symbols.map((symbol, id) => `${symbol} ${id}`).join('\n')}\n`;
}

/**
 * Recognition: hears `low` in tones of 300–700 Hz and `high` in tones of 2.5–4 kHz. In the form of SenseVoice: features of
 * seven stacked frames, their count, a language and a text form to logits with four frames of labels before.
 */
export function makeSenseVoice(): Buffer {
  const size = symbols.length;
  const weights = new Float32Array(bins * window * size);
  const hear = (symbol: string, from: number, to: number) => {
    const column = symbols.indexOf(symbol);
    for (let frame = 0; frame < window; frame++)
      for (let bin = from; bin < to; bin++) weights[(frame * bins + bin) * size + column] = 1 / ((to - from) * window);
  };
  hear('▁low', 8, 24);
  hear('▁high', 50, 57);
  const bias = new Float32Array(size).fill(-100);
  bias[0] = 9;
  bias[symbols.indexOf('▁low')] = 0;
  bias[symbols.indexOf('▁high')] = 0;
  const label = (...ids: number[]) => {
    const rows = new Float32Array(ids.length * size);
    ids.forEach((id, row) => {
      rows[row * size + id] = 50;
    });
    return rows;
  };
  const heard = Array.from({ length: 16 }, (_, id) => (id === languageIds.zh ? 1 : id === languageIds.ja ? 3 : 2));
  return model({
    nodes: [
      node('MatMul', ['x', 'weights'], ['product']),
      node('Add', ['product', 'bias'], ['words']),
      node('Gather', ['languages', 'language'], ['spoken'], { axis: 0 }),
      node('Unsqueeze', ['spoken', 'one'], ['first']),
      node('Concat', ['first', 'labels', 'words'], ['logits'], { axis: 1 }),
      // Asked for by the library, of no use here.
      node('Add', ['x_length', 'text_norm'], ['unused']),
    ],
    initializers: [
      tensor('weights', [bins * window, size], weights),
      tensor('bias', [size], bias),
      tensor('languages', [16, size], label(...heard)),
      tensor('labels', [1, 3, size], label(4, 5, 6)),
      tensor('one', [1], BigInt64Array.of(1n)),
    ],
    inputs: [
      value('x', FLOAT, ['N', 'T', bins * window]),
      value('x_length', INT32, ['N']),
      value('language', INT32, ['N']),
      value('text_norm', INT32, ['N']),
    ],
    outputs: [value('logits', FLOAT, ['N', 'T4', size])],
    metadata: {
      comment: 'stand-in',
      vocab_size: String(size),
      lfr_window_size: String(window),
      lfr_window_shift: '6',
      normalize_samples: '0',
      with_itn: '14',
      without_itn: '15',
      ...Object.fromEntries(Object.entries(languageIds).map(([name, id]) => [`lang_${name}`, String(id)])),
      neg_mean: Array.from({ length: bins * window }, () => '0').join(','),
      inv_stddev: Array.from({ length: bins * window }, () => '1').join(','),
    },
  });
}

/** Tones and silences one after the other: 16 kHz, one channel, signed 16-bit. `hz` 0 is silence. */
export function makeTones(parts: readonly { hz: number; ms: number }[]): Uint8Array {
  const samples: number[] = [];
  for (const { hz, ms } of parts)
    for (let index = 0; index < ms * 16; index++)
      samples.push(Math.round(Math.sin((2 * Math.PI * hz * index) / 16_000) * 12_000));
  return new Uint8Array(Int16Array.from(samples).buffer);
}
