import { type RefObject, useEffect, useRef, useState } from 'react';

/** A list of which only the first items are shown until it is unfolded. */
export type Fold<T> = { list: RefObject<HTMLUListElement | null>; shown: T[]; unfold: () => void };

/** Shows the first items. Unfolding moves the focus to the first new one, because the button disappears. */
export function useFold<T>(items: T[], first: number): Fold<T> {
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) {
      list.current?.children[first]?.querySelector('input')?.focus();
    }
  }, [isOpen, first]);
  return { list, shown: isOpen ? items : items.slice(0, first), unfold: () => setIsOpen(true) };
}
