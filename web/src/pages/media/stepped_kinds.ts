/** Which kinds are shown at one step; curves show all of theirs. */

import type { Kind } from '../../api/types';

export const steppedKinds = (kinds: readonly Kind[]): Kind[] => kinds.filter((kind) => kind !== 'scalar');
