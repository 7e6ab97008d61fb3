import type { DescribeWords } from './words-en';

export const VIETNAMESE: DescribeWords = {
  label: 'Mô tả bản thân, hoặc dán ghi chú hay thư của bác sĩ',
  hint: 'Cho biết bệnh, tuổi, nơi ở, và những cách điều trị mà quý vị đang có hoặc đã có. Đừng ghi tên và số điện thoại. Chúng tôi chỉ đọc để tìm từ cần tìm kiếm, và không lưu lại.',
  languages: [
    { lang: 'en', text: 'You can write in English.' },
    { lang: 'es', text: 'Puede escribir en español.' },
  ],
  left: (count) => `Còn ${count} ký tự`,
  tooMany: (count) => `Thừa ${count} ký tự`,
  empty: 'Hãy nhập phần mô tả, ví dụ: tôi 58 tuổi và bị hen suyễn',
  tooLong: (count) => `Phần mô tả quá dài. Hãy dùng tối đa 4.000 ký tự. Thừa ${count} ký tự`,
  read: 'Đọc phần mô tả',
  reading: 'Đang đọc ...',
  understood: (names) => `Chúng tôi hiểu: ${names.join(', ')}. Hãy kiểm tra trước khi tìm.`,
  nothing:
    'Chúng tôi không thấy bệnh nào trong phần mô tả. Hãy ghi tên bệnh như bác sĩ gọi, ví dụ tiểu đường loại 2, rồi chọn lại Đọc phần mô tả.',
  title: 'Những gì chúng tôi hiểu',
  withStage: (name, stage) => `${name}, giai đoạn ${stage}`,
  remove: 'Bỏ',
  removed: (name) => `Đã bỏ: ${name}`,
  whichCondition: 'Chúng tôi nên tìm bệnh nào?',
  whichSymptom:
    'Quý vị nêu một triệu chứng hoặc điều nghi ngờ, nhưng chưa nêu bệnh đã chắc chắn. Quý vị vẫn muốn tìm theo đó?',
  leaveOut: 'Quý vị không có những bệnh này. Có nên bỏ qua các nghiên cứu về chúng không?',
  country: 'Quốc gia',
  others: 'Cũng có trong phần mô tả',
  othersHint:
    'Việc tìm kiếm không dùng những điều này. Trang của mỗi nghiên cứu cho biết ai có thể tham gia.',
  current: (name: string) => `Điều trị hiện tại: ${name}`,
  earlier: (name: string) => `Điều trị trước đây: ${name}`,
  symptom: (name: string) => `Triệu chứng hoặc nghi ngờ: ${name}`,
  noChoice: 'Hãy chọn điều cần tìm, hoặc nêu tên bệnh trong phần mô tả rồi đọc lại',
  search: 'Tìm với những điều này',
};
