/** A card's title dragged onto another card: the other shows both tags. */

const kType = 'application/x-stepline-tag';

/** Makes the card's title draggable and the card a place to drop on; returns how to stop. */
export function draggedTags(card: HTMLElement, tag: string, ondrop: (tag: string) => void): () => void {
  const title = card.querySelector<HTMLElement>('h3');
  if (title === null) return () => undefined;
  const controller = new AbortController();
  const { signal } = controller;
  title.draggable = true;
  title.addEventListener(
    'dragstart',
    (event) => {
      event.dataTransfer?.setData(kType, tag);
      event.dataTransfer?.setData('text/plain', tag);
    },
    { signal },
  );
  const carries = (event: DragEvent): boolean => event.dataTransfer?.types.includes(kType) === true;
  card.addEventListener(
    'dragover',
    (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      card.dataset['drop'] = '';
    },
    { signal },
  );
  card.addEventListener('dragleave', () => delete card.dataset['drop'], { signal });
  card.addEventListener(
    'drop',
    (event) => {
      delete card.dataset['drop'];
      const dropped = event.dataTransfer?.getData(kType) ?? '';
      if (dropped === '' || dropped === tag) return;
      event.preventDefault();
      ondrop(dropped);
    },
    { signal },
  );
  return () => controller.abort();
}
