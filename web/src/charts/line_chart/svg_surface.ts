/** A surface that writes what is drawn on it as SVG. */

import type { Surface } from './surface';

interface State {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  globalAlpha: number;
  lineJoin: CanvasLineJoin;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  dash: readonly number[];
  clip: string | null;
}

const kAnchors: Readonly<Record<string, string>> = { left: 'start', start: 'start', center: 'middle', right: 'end', end: 'end' };

const short = (value: number): string => String(Math.round(value * 100) / 100);

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}

export class SvgSurface implements Surface {
  fillStyle = '#000000';
  strokeStyle = '#000000';
  lineWidth = 1;
  globalAlpha = 1;
  lineJoin: CanvasLineJoin = 'miter';
  font = '11px sans-serif';
  textAlign: CanvasTextAlign = 'left';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  private dash: readonly number[] = [];
  private clipId: string | null = null;
  private path = '';
  private readonly saved: State[] = [];
  private readonly body: string[] = [];
  private readonly definitions: string[] = [];

  /** `measure` is what measures text: a canvas' context. */
  constructor(private readonly measure: Pick<CanvasRenderingContext2D, 'font' | 'measureText'>) {}

  beginPath(): void {
    this.path = '';
  }
  moveTo(x: number, y: number): void {
    this.path += `M${short(x)} ${short(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.path += `${this.path === '' ? 'M' : 'L'}${short(x)} ${short(y)}`;
  }
  closePath(): void {
    this.path += 'Z';
  }
  /** Whole circles only: all that charts draw. */
  arc(x: number, y: number, radius: number): void {
    const r = short(radius);
    this.path += `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(2 * radius)} 0a${r} ${r} 0 1 0 ${short(-2 * radius)} 0Z`;
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }
  roundRect(x: number, y: number, width: number, height: number, radii?: number | DOMPointInit | Iterable<number | DOMPointInit>): void {
    const r = Math.min(typeof radii === 'number' ? radii : 0, width / 2, height / 2);
    const a = (dx: number, dy: number): string => `a${short(r)} ${short(r)} 0 0 1 ${short(dx)} ${short(dy)}`;
    this.path +=
      `M${short(x + r)} ${short(y)}h${short(width - 2 * r)}${a(r, r)}v${short(height - 2 * r)}${a(-r, r)}` +
      `h${short(2 * r - width)}${a(-r, -r)}v${short(2 * r - height)}${a(r, -r)}Z`;
  }
  fill(): void {
    this.emit(`<path d="${this.path}" fill="${escapeXml(this.fillStyle)}"${this.alpha('fill')}/>`);
  }
  stroke(): void {
    if (this.path === '') return;
    const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.join(' ')}"` : '';
    this.emit(
      `<path d="${this.path}" fill="none" stroke="${escapeXml(this.strokeStyle)}" stroke-width="${short(this.lineWidth)}"` +
        ` stroke-linejoin="${this.lineJoin}"${dash}${this.alpha('stroke')}/>`,
    );
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }
  fillText(text: string, x: number, y: number): void {
    const [, weight = '400', size = '11', family = 'sans-serif'] = /^(\d{3})?\s*([\d.]+)px\s+(.*)$/.exec(this.font) ?? [];
    const shift = this.textBaseline === 'middle' ? Number(size) * 0.35 : 0;
    this.emit(
      `<text x="${short(x)}" y="${short(y + shift)}" fill="${escapeXml(this.fillStyle)}" font-size="${size}"` +
        ` font-weight="${weight}" font-family="${escapeXml(family)}" text-anchor="${kAnchors[this.textAlign] ?? 'start'}"` +
        `${this.alpha('fill')}>${escapeXml(text)}</text>`,
    );
  }
  measureText(text: string): TextMetrics {
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }
  setLineDash(dash: Iterable<number>): void {
    this.dash = [...dash];
  }
  drawImage(image: CanvasImageSource, ...place: number[]): void {
    if (!(image instanceof HTMLCanvasElement)) return;
    const [x = 0, y = 0, width = image.width, height = image.height] = place;
    this.emit(
      `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"` +
        ` preserveAspectRatio="none" href="${image.toDataURL()}"/>`,
    );
  }
  clip(): void {
    this.clipId = `clip${this.definitions.length}`;
    this.definitions.push(`<clipPath id="${this.clipId}"><path d="${this.path}"/></clipPath>`);
  }
  save(): void {
    const { fillStyle, strokeStyle, lineWidth, globalAlpha, lineJoin, font, textAlign, textBaseline, dash } = this;
    this.saved.push({
      fillStyle, strokeStyle, lineWidth, globalAlpha, lineJoin, font, textAlign, textBaseline, dash, clip: this.clipId,
    });
  }
  restore(): void {
    const state = this.saved.pop();
    if (state === undefined) return;
    const { clip, dash, ...rest } = state;
    Object.assign(this, rest);
    this.clipId = clip;
    this.dash = dash;
  }

  /** The document drawn so far. */
  text(width: number, height: number): string {
    const size = `width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}"`;
    const definitions = this.definitions.length > 0 ? `<defs>${this.definitions.join('')}</defs>` : '';
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${definitions}\n${this.body.join('\n')}\n</svg>\n`;
  }

  private alpha(of: 'fill' | 'stroke'): string {
    return this.globalAlpha < 1 ? ` ${of}-opacity="${Math.round(this.globalAlpha * 1000) / 1000}"` : '';
  }
  private emit(element: string): void {
    this.body.push(this.clipId === null ? element : `<g clip-path="url(#${this.clipId})">${element}</g>`);
  }
}
