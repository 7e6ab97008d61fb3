/** What a voice call is in. */
export type CallState = 'idle' | 'connecting' | 'active' | 'ended' | 'error';

/** What happens to a call: the visitor starts it, the line tells something, or the server gave no token. */
export type CallEvent = 'start' | 'call_started' | 'call_ended' | 'error' | 'no_token';

/** The state after an event. What comes too late, such as the end of a call that failed, changes nothing. */
export function after(state: CallState, event: CallEvent): CallState {
  const isOpen = state === 'connecting' || state === 'active';
  switch (event) {
    case 'start':
      return isOpen ? state : 'connecting';
    case 'call_started':
      return state === 'connecting' ? 'active' : state;
    case 'call_ended':
      return isOpen ? 'ended' : state;
    case 'error':
      return isOpen ? 'error' : state;
    case 'no_token':
      return state === 'connecting' ? 'idle' : state;
  }
}

/** Whether the button starts a call, and so shows the start icon; otherwise it stops one. */
export function startsCall(state: CallState): boolean {
  return state === 'idle' || state === 'ended' || state === 'error';
}

/** The word below the button; nothing while nobody has called. */
export function stateWord(state: CallState): string {
  return { idle: '', connecting: 'Connecting', active: 'Active', ended: 'Ended', error: 'Error' }[state];
}
