/** Activates the buttons of the assistants. Each assistant loads when the visitor taps its button. */
export function mount(island: HTMLElement): void {
  const button = (name: string) => island.querySelector<HTMLButtonElement>(`[data-action="${name}"]`);
  const note = island.querySelector('[data-part="said"]');
  const onTap = (name: string, load: () => Promise<(island: HTMLElement) => () => void>) => {
    let onTapLoaded: Promise<() => void> | undefined;
    button(name)?.addEventListener('click', () => {
      onTapLoaded ??= load().then((start) => start(island));
      onTapLoaded.then(
        (again) => again(),
        () => {
          onTapLoaded = undefined;
          note?.replaceChildren('This part did not load. Check your connection and try again.');
        },
      );
    });
  };
  onTap('chat', async () => (await import('./chat/chat')).chat);
  onTap('voice', async () => (await import('./voice/voice')).voice);
  island.dataset.alive = '';
}
