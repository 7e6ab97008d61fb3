import { useCombobox } from 'downshift';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Suggestion } from '../backend/suggestions';
import { useHydrated } from '../use-hydrated';
import { conditionRules } from './combobox-rules';
import { useSuggestions } from './use-suggestions';

/** The initial value of the field. */
export type ConditionFieldProps = { condition: string };

/** The text box for a condition, with suggestions below it. */
export function ConditionField({ condition }: ConditionFieldProps) {
  const { list, suggestFor, cancel } = useSuggestions();
  const [isWanted, setIsWanted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const hydrated = useHydrated();
  const open = isWanted && list.length > 0;
  const box = useCombobox<Suggestion>({
    items: list,
    isOpen: open,
    initialInputValue: condition,
    itemToString: (item) => item?.name ?? '',
    stateReducer: conditionRules,
    onIsOpenChange: ({ isOpen }) => setIsWanted(isOpen),
    onInputValueChange: ({ type, inputValue }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) {
        setIsWanted(true);
        suggestFor(inputValue, countryBeside(input.current));
      }
    },
  });
  useTypedText(input, condition, box.setInputValue);

  // The suggestions may be for a country that was chosen before.
  const refresh = () => {
    if (list.length > 0) {
      suggestFor(box.inputValue, countryBeside(input.current));
    }
  };

  // A pending request may still answer after the visitor is done.
  const dismiss = () => {
    cancel();
    setIsWanted(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      leaveEnterToTheForm(event);
      dismiss();
    } else if (event.key === 'Escape') {
      dismiss();
    }
  };

  const { htmlFor, ...label } = box.getLabelProps();
  return (
    <div className="field combobox">
      <label className="field__label" htmlFor={htmlFor} {...label}>
        Condition
      </label>
      <input
        {...box.getInputProps({
          ref: input,
          onKeyDown,
          onFocus: refresh,
          onBlur: dismiss,
          'aria-describedby': hintId,
        })}
        className="input"
        name="q"
        type="text"
        autoCapitalize="none"
        enterKeyHint="search"
        spellCheck={false}
      />
      <ul className="combobox__list" hidden={!open} {...box.getMenuProps({ 'aria-label': 'Suggestions' })}>
        {open &&
          list.map((item, index) => (
            <li
              key={item.name}
              className={index === box.highlightedIndex ? 'combobox__item is-highlighted' : 'combobox__item'}
              {...box.getItemProps({ item, index })}
            >
              {item.preferred === null ? item.name : `${item.name} (${item.preferred})`}
            </li>
          ))}
      </ul>
      <p className="visually-hidden" id={hintId}>
        {hydrated && 'Suggestions appear as you type. Use the up and down arrow keys to choose one.'}
      </p>
      <p className="visually-hidden" role="status">
        {open ? `${list.length} ${list.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
      </p>
    </div>
  );
}

/** The chosen country of the form. */
function countryBeside(input: HTMLInputElement | null): string {
  const field = input?.form?.elements.namedItem('in');
  return field instanceof HTMLSelectElement ? field.value : '';
}

/** Keeps text that was typed before hydration, and applies the search in the page's address. */
function useTypedText(
  input: { current: HTMLInputElement | null },
  condition: string,
  setText: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new condition from outside may change the text
  useLayoutEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== condition) {
      setText(typed || condition);
    }
  }, [condition]);
}

function leaveEnterToTheForm(event: KeyboardEvent): void {
  Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
}
