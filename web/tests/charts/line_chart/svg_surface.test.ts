import { expect, it } from 'vitest';

import { escapeXml, SvgSurface } from '../../../src/charts/line_chart/svg_surface';

const measure = { font: '', measureText: (text: string) => ({ width: text.length * 6 }) as TextMetrics };

it('writes paths with their looks', () => {
  const surface = new SvgSurface(measure);
  surface.strokeStyle = '#123456';
  surface.lineWidth = 1.6;
  surface.globalAlpha = 0.5;
  surface.setLineDash([5, 3]);
  surface.beginPath();
  surface.moveTo(1, 2);
  surface.lineTo(3.14159, 4);
  surface.stroke();
  const text = surface.text(100, 50);
  expect(text).toContain('d="M1 2L3.14 4"');
  expect(text).toContain('stroke="#123456"');
  expect(text).toContain('stroke-dasharray="5 3"');
  expect(text).toContain('stroke-opacity="0.5"');
  expect(text).toContain('viewBox="0 0 100 50"');
});

it('clips what is drawn until it is restored', () => {
  const surface = new SvgSurface(measure);
  surface.save();
  surface.beginPath();
  surface.rect(0, 0, 10, 10);
  surface.clip();
  surface.fillRect(0, 0, 99, 99);
  surface.restore();
  surface.fillRect(1, 1, 2, 2);
  const lines = surface.text(10, 10).split('\n').filter((line) => line.includes('<path') && !line.includes('<defs'));
  expect(lines[0]).toContain('clip-path');
  expect(lines[1]).not.toContain('clip-path');
});

it('lets no name out of its text', () => {
  const surface = new SvgSurface(measure);
  surface.fillText('</text><script>alert(1)</script>"&', 0, 0);
  const text = surface.text(10, 10);
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;');
  expect(escapeXml('a\u0000b')).toBe('a\ufffdb');
});
