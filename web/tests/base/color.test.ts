import { expect, test } from 'vitest';

import { contrast, formatColor, inkOf, mix, parseColor, slotOfNumber } from '../../src/base/color';

test('colours are read in every form that tokens have', () => {
  expect(parseColor('#4466d2')).toEqual({ r: 0x44, g: 0x66, b: 0xd2 });
  expect(parseColor('#fff')).toEqual({ r: 255, g: 255, b: 255 });
  expect(parseColor('rgba(20,24,32,.28)')).toEqual({ r: 20, g: 24, b: 32 });
  expect(() => parseColor('red')).toThrow('red');
});

test('writing is the inverse of reading', () => {
  for (const color of ['#000000', '#4466d2', '#0a0b0c', '#ffffff']) expect(formatColor(parseColor(color))).toBe(color);
});

test('mixing goes from one to the other', () => {
  expect(mix('#000000', '#ffffff', 0)).toBe('#000000');
  expect(mix('#000000', '#ffffff', 1)).toBe('#ffffff');
  expect(mix('#000000', '#64c8ff', 0.5)).toBe('#326480');
  expect(inkOf('#ffffff', '#000000')).toBe('#b3b3b3');
});

test('contrast is that of the guidelines', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'));
});

test('slots repeat after twenty', () => {
  expect([0, 19, 20, 41].map(slotOfNumber)).toEqual([0, 19, 0, 1]);
});
