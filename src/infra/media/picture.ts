export type Plane420 = { width: number; height: number; data: Buffer };

export function fitInto(width: number, height: number, pixelAspect: number, maxWidth: number): { width: number; height: number } {
  const shown = Number.isFinite(pixelAspect) && pixelAspect > 0.1 && pixelAspect < 10 ? width * pixelAspect : width;
  const scale = Math.min(1, maxWidth / shown, (maxWidth * 2) / height);
  return { width: even(shown * scale), height: even(height * scale) };
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}

export function looksBlank({ width, height, data }: Plane420): boolean {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let at = 0; at < width * height; at += 7) {
    const value = data[at] ?? 0;
    sum += value;
    squares += value * value;
    count += 1;
  }
  const mean = sum / count;
  return squares / count - mean * mean < 64;
}

export function quarterTurns(matrix: Uint8Array | null): 0 | 1 | 2 | 3 {
  if (!matrix || matrix.length < 36) return 0;
  const view = new DataView(matrix.buffer, matrix.byteOffset);
  const a = view.getInt32(0, true);
  const b = view.getInt32(4, true);
  const turns = Math.round(Math.atan2(b, a) / (Math.PI / 2));
  return (((turns % 4) + 4) % 4) as 0 | 1 | 2 | 3;
}

export function rotate420(picture: Plane420, turns: 0 | 1 | 2 | 3): Plane420 {
  if (turns === 0) return picture;
  const { width, height, data } = picture;
  const turned = Buffer.alloc(data.length);
  const luma = width * height;
  rotatePlane(data.subarray(0, luma), turned.subarray(0, luma), width, height, turns);
  const [w, h] = [width / 2, height / 2];
  for (const start of [luma, luma + w * h]) {
    rotatePlane(data.subarray(start, start + w * h), turned.subarray(start, start + w * h), w, h, turns);
  }
  return turns === 2 ? { width, height, data: turned } : { width: height, height: width, data: turned };
}

function rotatePlane(from: Buffer, to: Buffer, width: number, height: number, turns: 1 | 2 | 3): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = from[y * width + x] ?? 0;
      if (turns === 2) to[(height - 1 - y) * width + (width - 1 - x)] = value;
      else if (turns === 1) to[x * height + (height - 1 - y)] = value;
      else to[(width - 1 - x) * height + y] = value;
    }
  }
}
