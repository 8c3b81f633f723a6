/** A fast Fourier transform, radix 2, in place. */

export class Fft {
  readonly size: number;
  readonly #reversed: Uint32Array;
  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;

  /** `size` is a power of two. */
  constructor(size: number) {
    const bits = Math.log2(size);
    if (!Number.isInteger(bits)) throw new Error(`size is ${size}, want a power of two`);
    this.size = size;
    this.#reversed = new Uint32Array(size);
    this.#cosine = new Float64Array(size / 2);
    this.#sine = new Float64Array(size / 2);
    for (let i = 0; i < size; i++) {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++) reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
      this.#reversed[i] = reversed;
    }
    for (let i = 0; i < size / 2; i++) {
      this.#cosine[i] = Math.cos((2 * Math.PI * i) / size);
      this.#sine[i] = Math.sin((2 * Math.PI * i) / size);
    }
  }

  /** Replaces the complex numbers `re + i·im` by their transform. */
  transform(re: Float64Array, im: Float64Array): void {
    this.#reorder(re, im);
    for (let half = 1; half < this.size; half *= 2) {
      const stride = this.size / (2 * half);
      for (let begin = 0; begin < this.size; begin += 2 * half) {
        for (let k = 0; k < half; k++) this.#butterfly(re, im, begin + k, half, k * stride);
      }
    }
  }

  #reorder(re: Float64Array, im: Float64Array): void {
    for (let i = 0; i < this.size; i++) {
      const j = this.#reversed[i]!;
      if (j <= i) continue;
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }

  #butterfly(re: Float64Array, im: Float64Array, a: number, half: number, turn: number): void {
    const b = a + half;
    const cosine = this.#cosine[turn]!;
    const sine = this.#sine[turn]!;
    const real = re[b]! * cosine + im[b]! * sine;
    const imaginary = im[b]! * cosine - re[b]! * sine;
    re[b] = re[a]! - real;
    im[b] = im[a]! - imaginary;
    re[a] = re[a]! + real;
    im[a] = im[a]! + imaginary;
  }
}
