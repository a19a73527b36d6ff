/** A stand-in for a Whisper model: a ggml file made by hand that says one word every two seconds, whatever it hears. */

const size = {
  vocab: 51_865,
  audioContext: 1500,
  state: 64,
  heads: 1,
  audioLayers: 4,
  textContext: 448,
  textLayers: 1,
  mels: 80,
};
const wordsInFile = 50_257;

/** Tokens of the multilingual models; the library looks for the blank one by its text. */
const token = { blank: 220, word: 1000, end: 50_257, french: 50_265, start: 50_364 };
/** 20 ms each. */
const twoSeconds = token.start + 100;

/** What comes out at each position of the decoder: after the three tokens of its prompt, times and a word. */
const said: readonly (readonly [position: number, token: number])[] = [
  [0, token.french],
  [2, token.start],
  [3, token.word],
  [4, twoSeconds],
  [5, token.end],
];

const F32 = 0;
const F16 = 1;
const fourInHalf = 0x4400;

function ints(...values: number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer);
}

function tensor(name: string, dims: number[], type: number, data?: Uint8Array): Buffer {
  const bytes = dims.reduce((product, dim) => product * dim, type === F16 ? 2 : 4);
  return Buffer.concat([ints(dims.length, name.length, type, ...dims), Buffer.from(name), data ?? Buffer.alloc(bytes)]);
}

function norm(name: string, weight: number): Buffer[] {
  const weights = new Uint8Array(new Float32Array(size.state).fill(weight).buffer);
  return [tensor(`${name}.weight`, [size.state], F32, weights), tensor(`${name}.bias`, [size.state], F32)];
}

function linear(name: string, from: number, to: number, bias = true): Buffer[] {
  return [tensor(`${name}.weight`, [from, to], F16), ...(bias ? [tensor(`${name}.bias`, [to], F32)] : [])];
}

function attention(name: string): Buffer[] {
  const { state } = size;
  return [
    ...norm(`${name}_ln`, 0),
    ...linear(`${name}.query`, state, state),
    ...linear(`${name}.key`, state, state, false),
    ...linear(`${name}.value`, state, state),
    ...linear(`${name}.out`, state, state),
  ];
}

function block(name: string, crossed: boolean): Buffer[] {
  const { state } = size;
  return [
    ...norm(`${name}.mlp_ln`, 0),
    ...linear(`${name}.mlp.0`, state, 4 * state),
    ...linear(`${name}.mlp.2`, 4 * state, state),
    ...attention(`${name}.attn`),
    ...(crossed ? attention(`${name}.cross_attn`) : []),
  ];
}

export function makeWhisper(word = ' bonjour'): Buffer {
  const { state, vocab, mels } = size;
  const header = [vocab, size.audioContext, state, size.heads, size.audioLayers, size.textContext, state, size.heads];
  // Position p lights dimension p, and the token that is due there answers to it; everything between adds nothing.
  const positions = new Float32Array(state * size.textContext);
  for (let at = 0; at < state; at++) positions[at * state + at] = 100;
  const tokens = new Uint16Array(state * vocab);
  for (const [position, id] of said) tokens[id * state + position] = fourInHalf;
  const words = Array.from({ length: wordsInFile }, (_, id) =>
    Buffer.from(id === token.word ? word : id === token.blank ? ' ' : `w${id}`),
  );
  return Buffer.concat([
    ints(0x67676d6c, ...header, size.textLayers, mels, F16),
    ints(mels, 201),
    Buffer.alloc(mels * 201 * 4),
    ints(wordsInFile),
    ...words.flatMap((text) => [ints(text.length), text]),
    tensor('encoder.positional_embedding', [state, size.audioContext], F32),
    tensor('encoder.conv1.weight', [3, mels, state], F16),
    tensor('encoder.conv1.bias', [1, state], F32),
    tensor('encoder.conv2.weight', [3, state, state], F16),
    tensor('encoder.conv2.bias', [1, state], F32),
    ...norm('encoder.ln_post', 0),
    ...Array.from({ length: size.audioLayers }, (_, index) => block(`encoder.blocks.${index}`, false)).flat(),
    tensor('decoder.positional_embedding', [state, size.textContext], F32, new Uint8Array(positions.buffer)),
    tensor('decoder.token_embedding.weight', [state, vocab], F16, new Uint8Array(tokens.buffer)),
    ...norm('decoder.ln', 1),
    ...Array.from({ length: size.textLayers }, (_, index) => block(`decoder.blocks.${index}`, true)).flat(),
  ]);
}
