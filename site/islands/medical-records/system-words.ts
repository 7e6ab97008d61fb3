import type { PageLanguage } from '../search-box/page-language';
import type { HealthSystemCard } from '../wire/HealthSystemCard';

/** The texts of the search for a hospital, in one language. */
type SystemWords = {
  label: string;
  hint: string;
  search: string;
  list: string;
  loading: string;
  failed: string;
  none: string;
  noneAtAll: string;
  noneNear: (place: string) => string;
  some: (shown: number, total: number) => string;
  count: (count: number) => string;
  connect: (card: HealthSystemCard) => string;
  miles: (miles: number) => string;
  portal: (names: string) => string;
  system: (name: string) => string;
  copy: (number: number, total: number) => string;
};

/** The texts of the search for a hospital, by language of the page. */
export const WORDS: Record<PageLanguage, SystemWords> = {
  en: {
    label: 'City, ZIP Code or Name of Your Hospital or Clinic',
    hint: 'You can also type the name of your patient portal, or a name and a place: Salem Hospital, Oregon.',
    search: 'Search',
    list: 'Health Systems',
    loading: 'Looking for health systems …',
    failed: 'We could not load the list.',
    none: 'We found none. Try a city nearby, or the name that you see when you sign in to your patient portal.',
    noneAtAll: 'There are no health systems to choose from now.',
    noneNear: (place) => `We found none within 50 miles of ${place}. These are the nearest.`,
    some: (shown, total) =>
      `Showing ${shown} of ${total} health systems. Type a city or a name to see fewer.`,
    count: (count) => (count === 1 ? '1 health system' : `${count} health systems`),
    connect: ({ title }) => title,
    miles: (miles) => (miles === 1 ? '1 mile away' : `${miles} miles away`),
    portal: (names) => `Patient portal: ${names}`,
    system: (name) => `Your records are kept by ${name}.`,
    copy: (number, total) =>
      `${number} of ${total} entries that look the same. If your sign-in fails at one, try another.`,
  },
  es: {
    label: 'Ciudad, código postal o nombre de su hospital o clínica',
    hint: 'También puede escribir el nombre de su portal del paciente, o un nombre y un lugar: Salem Hospital, Oregon.',
    search: 'Buscar',
    list: 'Sistemas de salud',
    loading: 'Buscando sistemas de salud …',
    failed: 'No pudimos cargar la lista.',
    none: 'No encontramos ninguno. Pruebe con una ciudad cercana o con el nombre que ve al entrar en su portal del paciente.',
    noneAtAll: 'Por ahora no hay sistemas de salud para elegir.',
    noneNear: (place) =>
      `No encontramos ninguno a menos de 50 millas de ${place}. Estos son los más cercanos.`,
    some: (shown, total) =>
      `Se muestran ${shown} de ${total} sistemas de salud. Escriba una ciudad o un nombre para ver menos.`,
    count: (count) => (count === 1 ? '1 sistema de salud' : `${count} sistemas de salud`),
    connect: ({ name }) => `Conectar con ${name}`,
    miles: (miles) => (miles === 1 ? 'a 1 milla' : `a ${miles} millas`),
    portal: (names) => `Portal del paciente: ${names}`,
    system: (name) => `${name} guarda sus registros médicos.`,
    copy: (number, total) =>
      `${number} de ${total} entradas que parecen iguales. Si no puede entrar en una, pruebe otra.`,
  },
  vi: {
    label: 'Thành phố, mã ZIP hoặc tên bệnh viện hay phòng khám của quý vị',
    hint: 'Quý vị cũng có thể nhập tên cổng thông tin bệnh nhân, hoặc tên và địa điểm: Salem Hospital, Oregon.',
    search: 'Tìm',
    list: 'Hệ thống y tế',
    loading: 'Đang tìm các hệ thống y tế …',
    failed: 'Chúng tôi không tải được danh sách.',
    none: 'Chúng tôi không tìm thấy nơi nào. Hãy thử một thành phố gần đó, hoặc tên mà quý vị thấy khi đăng nhập cổng thông tin bệnh nhân.',
    noneAtAll: 'Hiện không có hệ thống y tế nào để chọn.',
    noneNear: (place) =>
      `Chúng tôi không tìm thấy nơi nào trong vòng 50 dặm quanh ${place}. Đây là những nơi gần nhất.`,
    some: (shown, total) =>
      `Đang hiển thị ${shown} trong ${total} hệ thống y tế. Nhập thành phố hoặc tên để thu hẹp danh sách.`,
    count: (count) => `${count} hệ thống y tế`,
    connect: ({ name }) => `Kết nối với ${name}`,
    miles: (miles) => `cách ${miles} dặm`,
    portal: (names) => `Cổng thông tin bệnh nhân: ${names}`,
    system: (name) => `${name} lưu giữ hồ sơ của quý vị.`,
    copy: (number, total) =>
      `${number} trong ${total} mục trông giống nhau. Nếu không đăng nhập được ở mục này, hãy thử mục khác.`,
  },
};
