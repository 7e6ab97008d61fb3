import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// These tests don't measure time, so they wait long.
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
