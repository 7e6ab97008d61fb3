import type { PageLanguage } from '../search-box/page-language';

/** The texts of the closed description, and of one whose form is not there yet. */
export const OPENER: Record<PageLanguage, { title: string; loading: string; failed: string }> = {
  en: {
    title: 'Describe Yourself in Your Own Words',
    loading: 'Loading ...',
    failed: 'This part of the page did not load. Check your connection, then close and open it again.',
  },
  es: {
    title: 'Descríbase con sus propias palabras',
    loading: 'Cargando ...',
    failed: 'Esta parte de la página no se cargó. Revise su conexión; luego ciérrela y ábrala otra vez.',
  },
  vi: {
    title: 'Mô tả bản thân bằng lời của quý vị',
    loading: 'Đang tải ...',
    failed: 'Phần này của trang chưa tải được. Hãy kiểm tra kết nối, rồi đóng và mở lại.',
  },
};
