/** The state of a voice call. */
export type CallState = 'idle' | 'connecting' | 'active' | 'ended' | 'error';

/** An event of a call: from the visitor, from the line, or a missing token from the server. */
export type CallEvent = 'start' | 'call_started' | 'call_ended' | 'error' | 'no_token';

/** The state after an event. A late event, such as the end of a call that failed, changes nothing. */
export function nextState(state: CallState, event: CallEvent): CallState {
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

/** Whether the button starts a call, and so shows the start icon. Otherwise it stops the call. */
export function startsCall(state: CallState): boolean {
  return state === 'idle' || state === 'ended' || state === 'error';
}

/** The label below the button; empty before the first call. */
export function stateLabel(state: CallState): string {
  return { idle: '', connecting: 'Connecting', active: 'Active', ended: 'Ended', error: 'Error' }[state];
}
