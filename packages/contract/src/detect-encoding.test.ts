import { expect, test } from 'vitest'
import { detectEncoding } from './detect-encoding.ts'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

// Small files as spreadsheets write them: two rows of names decide.
test.each<[string, string, string]>([
  [
    'Spanish names',
    'windows-1252',
    'ZW1haWw7bm9tYnJlO2FwZWxsaWRvDQphQHgudGVzdDtKb3PpO0518WV6DQpiQHgudGVzdDvN8WlnbztNdfFveg0K',
  ],
  [
    'German and French names',
    'windows-1252',
    'bWFpbDtWb3JuYW1lO1N0cmHfZQphQHgudGVzdDtab+s7QvxyZ2Vyc3RyYd9lCmJAeC50ZXN0O0ZyYW7nb2lzO0FsbOllCg==',
  ],
  ['Portuguese names', 'windows-1252', 'bm9tZTtjaWRhZGUKSm/jbztT428gUGF1bG8KQ29uY2Vp5+NvO0Z1bmNoYWwK'],
  ['Swedish names', 'windows-1252', 'bmFtbjtvcnQKxXNhINZiZXJnO01hbG32CkJq9nJuO0fkdmxlCg=='],
  ['French of an old Mac', 'macintosh', 'bm9tO3Byjm5vbQpMZWaPdnJlO0iObI9uZQpNn2xsZXI7RnJhbo1vaXMK'],
  ['Polish names', 'windows-1250', 'aW1p6jtuYXp3aXNrbwqjdWthc3o7V2mcbmlld3NraQpCb79lbmE7RLlicm93c2thCg=='],
  ['Czech names', 'windows-1250', 'am3pbm87cPjtam1lbu0KSmn47TtEdm/44WsKiuFya2E7TuxtY2924Qo='],
  ['Hungarian names', 'windows-1250', 'bul2O3bhcm9zCkVyZPVzIEd59Xr1O0d59XIK1XJpIFT8bmRlO0v1c3plZwo='],
  ['Polish of Linux', 'iso-8859-2', 'aW1p6jtuYXp3aXNrbwqmd2nqdG9zs2F3O6NvtgpHcmG/eW5hO0SxYmVrCg=='],
  ['Croatian names', 'windows-1250', 'aW1lO3ByZXppbWUKjmVsamtvO01hcmtvdmnmCkl2YW7oaWNhO4ppbWnmCg=='],
  ['Russian names', 'windows-1251', '6Oz/O/Tg7Ojr6P8KwOvl6vHl6TvR7Ojw7e7iCs7r/OPgO8rz5+3l9u7i4Ao='],
  ['Ukrainian names', 'windows-1251', 's+wn/zvv8LPn4uj55QrM6Oru6+A72OXi9+Xt6u4Kr+bg6jvD4O3t4CDK7uLg6+Xt6u4K'],
  ['Russian of Unix', 'koi8-r', 'yc3RO8bBzcnMydEK4czFy9PFyjvzzcnSzs/XCu/M2MfBO+vV2s7Fw8/XwQo='],
  ['Russian of DOS', 'ibm866', 'qKzvO+SgrKirqO8KgKulquGlqTuRrKjgra6iCo6r7KOgO4rjp62l5q6ioAo='],
  ['Greek names', 'windows-1253', '/O3v7OE75fD+7fXs7wrD6f7x4+/yO9Dh8OHk/PDv9evv8grF693t5zvN6erv69zv9Qo='],
  ['Turkish names', 'windows-1254', 'YWQ7c295YWQK3nVsZTtZ/Wxk/XoKx2HwbGE71np0/HJrCt1icmFoaW07R/xuZf4K'],
  ['Hebrew names', 'windows-1255', '+e077vn05+QK4+XjO+vk7wr5+OQ77OXpCg=='],
  ['Arabic names', 'windows-1256', 'x+HH0+M7x+Hax8bhyQrjzePPO8fhw83jzwrh7eHsO83T7eQK'],
  ['Latvian names', 'windows-1257', 'duJyZHM7dXp24nJkcwpK4m5pcztC53J6afLwCkzuZ2E7S+9hdmnyYQo='],
  ['Thai names', 'windows-874', 'qtfozTu50sHKodjFCsrBqtLCO+OotNUKyti00ju3zaek0wo='],
  ['a Japanese table', 'shift_jis', 'lryRTyyUTpfuLI9aj4oNCo2yk6GRvphZLDMwLJOMi54NCg=='],
  ['Japanese names of Unix', 'euc-jp', 'zL7BsCzHr87wLL27veoKzuvM2rLWu9IsMjgswue65Qo='],
  ['Chinese names', 'gb18030', '0NXD+yyyv8PFLLPHytAKzfXOsCzP+srbsr8ssbG+qQrA7sTILLLGzvGyvyzJz7qjCg=='],
  ['Chinese names of Taiwan', 'big5', 'qW2mVyyzoar5LKuwpasKs6+s/KzCLLd+sMizoSyleKVfCqpMp9Op+iy3fK1ws6EssKq2rwo='],
  ['Korean names', 'euc-kr', 'wMy4pyy6zrytLLW1vcMKsejDtrz2LL+1vve6ziy8rb/vCsDMv7XI8SzAzrvnus4sus676go='],
])('reads %s as %s', (_, encoding, base64) => {
  expect(detectEncoding(bytesOf(base64), { language: 'en' })).toEqual({ encoding, basis: 'guessed' })
})

test('asks the language of the tenant first where bytes may be one or the other', () => {
  // A name of four letters, which would be pairs of letters elsewhere.
  const bytes = Uint8Array.of(0xe3, 0xcd, 0xe3, 0xcf)
  expect(detectEncoding(bytes, { language: 'ar' }).encoding).toBe('windows-1256')
  expect(detectEncoding(Uint8Array.of(0x5a, 0x6f, 0xeb), { language: 'de' }).encoding).toBe('windows-1252')
})

test.each<[string, number[], string]>([
  ['a mark of UTF-8', [0xef, 0xbb, 0xbf, 0x61], 'utf-8'],
  ['plain ASCII', [0x61, 0x2c, 0x62], 'utf-8'],
  ['a mark of UTF-16', [0xff, 0xfe, 0x61, 0x00], 'utf-16le'],
  ['UTF-16 without a mark', [0x61, 0x00, 0x2c, 0x00, 0x00, 0x4e], 'utf-16le'],
  ['UTF-16 of the other order', [0x00, 0x61, 0x00, 0x2c, 0x4e, 0x00], 'utf-16be'],
])('is certain of %s', (_, bytes, encoding) => {
  expect(detectEncoding(Uint8Array.from(bytes), { language: 'en' })).toEqual({ encoding, basis: 'found' })
})

test('takes seven bits with escapes as Japanese', () => {
  const bytes = Uint8Array.from('a,\u001b$B0l\u001b(B', (letter) => letter.charCodeAt(0))
  expect(detectEncoding(bytes, { language: 'en' }).encoding).toBe('iso-2022-jp')
})
