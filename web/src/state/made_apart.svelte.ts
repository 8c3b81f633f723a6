/**
 * Makes state on its first use, also where that is inside of an effect or a
 * derived: what one of those makes itself, it does not watch, and takes with
 * it when it goes. Made here, it is nobody's, and everybody watches it.
 */
export function madeApart<Made>(make: () => Made): Made {
  let made: Made | undefined;
  $effect.root(() => {
    made = make();
  });
  return made as Made;
}
