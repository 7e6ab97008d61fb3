import { showByChance } from './chance';
import { markEmbedding } from './embedding';
import { playFilmsInPlace } from './film';
import { closeMapPanels } from './map-panels';
import { removeServiceWorkers } from './service-workers';
import { beginSignUp, forgetSignUp, rememberPageBeforeSignUp } from './sign-up-storage';
import { wake } from './waking';
import { leadBackToSearch } from './way-back';

markEmbedding();
if (location.pathname === '/') {
  forgetSignUp();
}
if (document.querySelector('[data-island="enroll"]')) {
  beginSignUp();
}
rememberPageBeforeSignUp();
addEventListener('sign-up-erased', forgetSignUp);
leadBackToSearch();
void removeServiceWorkers();
playFilmsInPlace();
closeMapPanels();
showByChance();
// A page that comes back as it was left would still stand at its last step.
addEventListener('pageshow', (event) => {
  if (event.persisted && document.querySelector('[data-island="enroll"]')) {
    location.reload();
  }
});
wake({
  'search-box': async () => (await import('./search-box/mount')).mount,
  results: async () => (await import('./results/mount')).mount,
  saved: async () => (await import('./saved/mount')).mount,
  study: async () => (await import('./study/mount')).mount,
  enroll: async () => (await import('./enroll/mount')).mount,
  deleteme: async () => (await import('./deleteme/mount')).mount,
  upload: async () => (await import('./upload/mount')).mount,
  'thank-you': async () => (await import('./thank-you')).mount,
  'nearest-site': async () => (await import('./nearest-site/nearest-site')).mount,
  'save-print-share': async () => (await import('./save-print-share')).mount,
  scroller: async () => (await import('./scroller/scroller')).mount,
  assistants: async () => (await import('./assistants/assistants')).mount,
  concierge: async () => (await import('./concierge/concierge')).mount,
  'news-link': async () => (await import('./news-link/news-link')).mount,
  survey: async () => (await import('./survey/survey')).mount,
});
