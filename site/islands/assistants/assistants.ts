/** Offers the assistants, and loads each of them when somebody taps on it. */
export function mount(island: HTMLElement): void {
  const button = (name: string) => island.querySelector<HTMLButtonElement>(`[data-action="${name}"]`);
  const said = island.querySelector('[data-part="said"]');
  const onTap = (name: string, load: () => Promise<(island: HTMLElement) => () => void>) => {
    let act: Promise<() => void> | undefined;
    button(name)?.addEventListener('click', () => {
      act ??= load().then((start) => start(island));
      act.then(
        (again) => again(),
        () => {
          act = undefined;
          said?.replaceChildren('This part did not load. Check your connection and try again.');
        },
      );
    });
  };
  onTap('chat', async () => (await import('./chat/chat')).chat);
  onTap('voice', async () => (await import('./voice/voice')).voice);
  island.dataset.alive = '';
}
