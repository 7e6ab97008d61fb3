import type { DescribeWords } from './words-en';

const characters = (count: number) => (count === 1 ? '1 carácter' : `${count} caracteres`);

export const SPANISH: DescribeWords = {
  label: 'Descríbase, o pegue una nota o carta de su médico',
  hint: 'Diga qué enfermedad tiene, su edad, dónde vive y qué tratamientos tiene o tuvo. No escriba nombres ni números de teléfono. Solo leemos el texto para encontrar palabras que buscar. No lo guardamos.',
  languages: [
    { lang: 'en', text: 'You can write in English.' },
    { lang: 'vi', text: 'Quý vị có thể viết bằng tiếng Việt.' },
  ],
  left: (count) => `Quedan ${characters(count)}`,
  tooMany: (count) => `Sobran ${characters(count)}`,
  empty: 'Escriba su descripción, por ejemplo: tengo 58 años y tengo asma',
  tooLong: (count) => `Su descripción es demasiado larga. Use 4,000 caracteres o menos. Sobran ${count}`,
  read: 'Leer mi descripción',
  reading: 'Leyendo ...',
  understood: (names) => `Entendimos: ${names.join(', ')}. Revíselo antes de buscar.`,
  nothing:
    'No encontramos ninguna enfermedad en su descripción. Escriba el nombre que usa su médico, como diabetes tipo 2, y elija Leer mi descripción otra vez.',
  title: 'Lo que entendimos',
  withStage: (name, stage) => `${name}, etapa ${stage}`,
  remove: 'Quitar',
  removed: (name) => `Se quitó: ${name}`,
  whichCondition: '¿Qué enfermedad debemos buscar?',
  whichSymptom:
    'Nombró un síntoma o una sospecha, pero ninguna enfermedad segura. ¿Quiere buscar de todos modos?',
  leaveOut: 'Usted no tiene estas enfermedades. ¿Debemos dejar fuera los estudios sobre ellas?',
  country: 'País',
  others: 'También en su descripción',
  othersHint: 'La búsqueda no usa estos datos. La página de cada estudio dice quién puede participar.',
  current: (name: string) => `Tratamiento actual: ${name}`,
  earlier: (name: string) => `Tratamiento anterior: ${name}`,
  symptom: (name: string) => `Síntoma o sospecha: ${name}`,
  noChoice: 'Elija qué buscar, o nombre una enfermedad en su descripción y vuelva a leerla',
  search: 'Buscar con estos datos',
};
