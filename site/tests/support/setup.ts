import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// How long something may take is no question of these tests.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  if (typeof document === 'undefined') {
    return;
  }
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = '';
  history.replaceState(null, '', '/');
});
