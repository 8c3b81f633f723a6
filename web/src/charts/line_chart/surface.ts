/** What the drawing functions need of a 2D context; a canvas is one, and SvgSurface another. */

export type Surface = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'globalAlpha' | 'lineJoin' | 'font' | 'textAlign' | 'textBaseline'
  | 'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'arc' | 'rect' | 'roundRect'
  | 'fill' | 'stroke' | 'fillRect' | 'strokeRect' | 'fillText' | 'measureText' | 'setLineDash'
  | 'save' | 'restore' | 'clip' | 'drawImage'
>;
