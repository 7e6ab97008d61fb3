import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift';
import type { Suggestion } from '../backend/suggestions';

const { stateChangeTypes: Change } = useCombobox;

/**
 * How the box differs from an ordinary combobox: the arrow keys copy the suggestion into the box, Escape only closes the
 * list, and leaving the box chooses nothing that was not copied.
 */
export function conditionRules(
  state: UseComboboxState<Suggestion>,
  { type, changes, props }: UseComboboxStateChangeOptions<Suggestion>,
): Partial<UseComboboxState<Suggestion>> {
  switch (type) {
    case Change.InputKeyDownArrowDown:
    case Change.InputKeyDownArrowUp:
      return {
        ...changes,
        inputValue: props.items[changes.highlightedIndex ?? -1]?.name ?? state.inputValue,
      };
    case Change.InputKeyDownEscape:
    case Change.InputBlur:
      return { ...state, isOpen: false, highlightedIndex: -1 };
    default:
      return changes;
  }
}
