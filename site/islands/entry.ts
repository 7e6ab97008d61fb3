import { showByChance } from './chance';
import { markEmbedding } from './embedding';
import { playFilmsInPlace } from './film';
import { closeMapPanels } from './map-panels';
import { removeServiceWorkers } from './service-workers';
import { beginSignUp, forgetSignUp, rememberPageBeforeSignUp } from './sign-up-storage';
import { startUp } from './start-up';
import { wake } from './waking';
import { leadBackToSearch } from './way-back';

startUp([
  markEmbedding,
  () => location.pathname === '/' && forgetSignUp(),
  () => document.querySelector('[data-island=enroll]') && beginSignUp(),
  rememberPageBeforeSignUp,
  () => addEventListener('sign-up-erased', forgetSignUp),
  leadBackToSearch,
  removeServiceWorkers,
  playFilmsInPlace,
  closeMapPanels,
  () => showByChance(),
  () =>
    wake({
      'search-box': () => import('./search-box/mount'),
      results: () => import('./results/mount'),
      saved: () => import('./saved/mount'),
      study: () => import('./study/mount'),
      enroll: () => import('./enroll/mount'),
      deleteme: () => import('./deleteme/mount'),
      upload: () => import('./upload/mount'),
      'medical-records': () => import('./medical-records/mount'),
      'records-connected': () => import('./records-connected'),
      'thank-you': () => import('./thank-you'),
      'nearest-site': () => import('./nearest-site/nearest-site'),
      'save-print-share': () => import('./save-print-share'),
      scroller: () => import('./scroller/scroller'),
      assistants: () => import('./assistants/assistants'),
      concierge: () => import('./concierge/concierge'),
      nurse: () => import('./nurse/nurse'),
      'news-link': () => import('./news-link/news-link'),
      survey: () => import('./survey/survey'),
    }),
]);
