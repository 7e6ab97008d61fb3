/** Shows a value in a field of the search box above the results. A hydrated box keeps its condition. */
export function showInBox(name: 'q' | 'in', value: string): void {
  const box = document.querySelector<HTMLElement>('[data-island="search-box"]');
  const field = box?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`);
  if (field instanceof HTMLSelectElement) {
    choose(field, value);
  } else if (field?.value === '' && box?.dataset.alive === undefined) {
    field.value = value;
  }
}

function choose(field: HTMLSelectElement, value: string): void {
  if (Array.from(field.options).some((option) => option.value === value)) {
    field.value = value;
  }
}
