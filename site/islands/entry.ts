import { markEmbedding } from './embedding';
import { forgetSignUp, rememberPageBeforeSignUp } from './sign-up-storage';
import { wake } from './waking';
import { leadBackToSearch } from './way-back';

markEmbedding();
if (location.pathname === '/') {
  forgetSignUp();
}
rememberPageBeforeSignUp();
leadBackToSearch();
wake({
  'search-box': async () => (await import('./search-box/mount')).mount,
  results: async () => (await import('./results/mount')).mount,
  study: async () => (await import('./study/mount')).mount,
  enroll: async () => (await import('./enroll/mount')).mount,
  'thank-you': async () => (await import('./thank-you')).mount,
});
