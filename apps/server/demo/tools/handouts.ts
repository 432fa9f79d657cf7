import { readFileSync } from 'node:fs'
import { fontStyle } from './drawing-page.ts'

export interface Handout {
  title: string
  language: 'en' | 'ar'
  colour: string
  picture: string
  /** Body between the picture and the foot. */
  html: string
}

/** One-page A4 documents of the courses. */
export const handouts: Record<string, Handout> = {
  'security-pocket-guide': {
    title: 'Information security: pocket guide',
    language: 'en',
    colour: '#2d69a6',
    picture: 'stop-check-report',
    html: `<div class="two"><section><h2>Every day</h2><ul><li>Lock the screen when you stand up.</li><li>A different password for every service, kept in the password manager.</li><li>Confirm a sign-in only when you have just started it yourself.</li><li>Restart when the computer asks for updates.</li></ul></section><section><h2>Never</h2><ul><li>Tell anybody a password or a code, not even the help desk.</li><li>Plug in a stick that you found.</li><li>Send work files to a private mailbox.</li><li>Delete a suspicious message before you have reported it.</li></ul></section></div><h2>Something went wrong?</h2><p>You clicked, typed a password or lost a device: report it at once. Nobody is blamed for reporting. Minutes count, because access can be closed before it is used.</p><table><tr><th>Report button</th><td>in every message, top right</td></tr><tr><th>Help desk</th><td>the number on the back of your badge, day and night</td></tr></table>`,
  },
  'fire-action-notice': {
    title: 'Fire action notice',
    language: 'en',
    colour: '#c24736',
    picture: 'fire-actions',
    html: `<div class="two"><section><h2>If you discover a fire</h2><ol><li>Press the nearest call point.</li><li>Warn the people around you.</li><li>Use an extinguisher only if the fire is small, your way out is behind you, and you have been trained.</li><li>Leave by the nearest exit.</li></ol></section><section><h2>If you hear the alarm</h2><ol><li>Stop work; leave your things.</li><li>Close doors and windows on your way.</li><li>Help visitors and people who need assistance.</li><li>Go straight to the assembly point and report.</li></ol></section></div><h2>Do not</h2><p>Do not use lifts. Do not go back for anything. Do not leave the assembly point until you are told that it is over.</p><table><tr><th>Assembly point</th><td class="blank"></td></tr><tr><th>Fire marshal on this floor</th><td class="blank"></td></tr><tr><th>Emergency number</th><td class="blank"></td></tr></table>`,
  },
  'fire-action-notice-ar': {
    title: 'تعليمات التصرف عند الحريق',
    language: 'ar',
    colour: '#c24736',
    picture: 'fire-actions-ar',
    html: `<div class="two"><section><h2>إذا اكتشفت حريقًا</h2><ol><li>اضغط أقرب نقطة إنذار.</li><li>حذّر من حولك.</li><li>لا تستخدم المطفأة إلا إذا كان الحريق صغيرًا، وطريق خروجك خلفك، وكنت مدرَّبًا.</li><li>غادر من أقرب مخرج.</li></ol></section><section><h2>إذا سمعت الإنذار</h2><ol><li>أوقف العمل واترك أغراضك.</li><li>أغلق الأبواب والنوافذ في طريقك.</li><li>ساعد الزوار ومن يحتاج إلى مساعدة.</li><li>توجّه مباشرة إلى نقطة التجمع وسجّل حضورك.</li></ol></section></div><h2>ممنوع</h2><p>لا تستخدم المصاعد، ولا تعد لأخذ أي شيء، ولا تغادر نقطة التجمع حتى يُعلن انتهاء الخطر.</p><table><tr><th>نقطة التجمع</th><td class="blank"></td></tr><tr><th>مسؤول السلامة في الطابق</th><td class="blank"></td></tr><tr><th>رقم الطوارئ</th><td class="blank"></td></tr></table>`,
  },
  'kitchen-temperatures': {
    title: 'Kitchen temperatures at a glance',
    language: 'en',
    colour: '#3c7d43',
    picture: 'temperature-danger-zone',
    html: `<h2>Measure with a clean probe, in the thickest part</h2><table><tr><th>Delivery of chilled food</th><td>accept at 5 °C or below, refuse above 8 °C</td></tr><tr><th>Delivery of frozen food</th><td>accept at −18 °C, refuse above −15 °C</td></tr><tr><th>Fridge</th><td>5 °C or below, checked twice a day</td></tr><tr><th>Cooking and reheating</th><td>75 °C for at least 30 seconds</td></tr><tr><th>Hot holding</th><td>63 °C or above</td></tr><tr><th>Cooling</th><td>to 8 °C or below within 90 minutes, in shallow trays</td></tr><tr><th>On display without cooling</th><td>4 hours at most, once, then throw away</td></tr></table><p>Follow your local law where it is stricter. Write every reading down at once, with your initials, and what you did when it was wrong.</p>`,
  },
  'breach-first-hour': {
    title: 'Data breach: the first hour',
    language: 'en',
    colour: '#574079',
    picture: 'breach-clock',
    html: `<div class="two"><section><h2>Do now</h2><ol><li>Tell your data protection contact by phone, then in writing.</li><li>Stop it from getting bigger: recall the message, change the password, have the device wiped.</li><li>Keep what shows what happened; delete nothing.</li></ol></section><section><h2>Have ready</h2><ul><li>What happened, and when you noticed it.</li><li>Whose data, how many people, which kinds.</li><li>Who could see it, and whether it was encrypted.</li><li>What you have done so far.</li></ul></section></div><h2>Write it down</h2><table><tr><th>Noticed at</th><td class="blank"></td></tr><tr><th>Reported to, at</th><td class="blank"></td></tr><tr><th>Kinds of data</th><td class="blank"></td></tr><tr><th>People affected</th><td class="blank"></td></tr></table>`,
  },
  'one-to-one-agenda': {
    title: 'One-to-one: agenda and notes',
    language: 'en',
    colour: '#5b4380',
    picture: 'delegation-ladder',
    html: `<p>Thirty minutes, every two weeks, same time. The agenda belongs to the person, not to you. Move it if you must; never cancel it.</p><table><tr><th>How are you? <small>5 min</small></th><td class="blank tall"></td></tr><tr><th>Your topics <small>10 min</small></th><td class="blank tall"></td></tr><tr><th>My topics, feedback both ways <small>10 min</small></th><td class="blank tall"></td></tr><tr><th>Who does what by when <small>5 min</small></th><td class="blank tall"></td></tr></table>`,
  },
  'first-aid-card': {
    title: 'First aid: the order that saves lives',
    language: 'en',
    colour: '#3c7d43',
    picture: 'drsabcd',
    html: `<div class="two"><section><h2>Breathing, not responding</h2><p>Recovery position: on the side, mouth downwards, head back. Check breathing every minute.</p><h2>Heavy bleeding</h2><p>Press hard on the wound with a clean cloth, and keep pressing. Lay the person down.</p></section><section><h2>Choking</h2><p>Five firm blows between the shoulder blades, then five abdominal thrusts, in turn. For a baby: chest thrusts.</p><h2>Stroke</h2><p>Face, arms, speech, time: if one hangs, drops or slurs, call at once.</p></section></div><table><tr><th>Our first aiders</th><td class="blank"></td></tr><tr><th>First aid box</th><td class="blank"></td></tr><tr><th>Defibrillator</th><td class="blank"></td></tr></table>`,
  },
}

export function handoutPage(handout: Handout): string {
  const picture = readFileSync(new URL(`../media/illustrations/${handout.picture}.svg`, import.meta.url), 'utf8')
  const rtl = handout.language === 'ar'
  return `<!doctype html><html lang="${handout.language}" dir="${rtl ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${handout.title}</title>${fontStyle()}<style>
@page{size:A4;margin:0}
body{font:14.5px/1.5 'Mulish Variable','Noto Sans Arabic Variable',sans-serif;color:#192d3e}
header{background:${handout.colour};color:#fff;padding:34px 54px 28px}
header p{margin:0 0 4px;font-weight:600;opacity:.95}
h1{margin:0;font-size:30px;line-height:1.2}
main{padding:26px 54px 0}
svg{width:100%;height:auto;border-radius:14px;margin-bottom:22px}
h2{font-size:18px;margin:0 0 6px;color:${handout.colour}}
p,ul,ol{margin:0 0 14px}
ul,ol{padding-inline-start:20px}
li{margin:3px 0}
.two{display:grid;grid-template-columns:1fr 1fr;gap:30px}
table{width:100%;border-collapse:collapse;margin:0 0 14px}
th,td{border:1px solid #c9d4dc;padding:8px 12px;text-align:start;vertical-align:top}
th{width:36%;background:#f3f6f8;font-weight:700}
small{font-weight:400}
.tall{height:86px}
</style></head><body><header><p>${rtl ? 'ورقة عمل' : 'Handout'}</p><h1>${handout.title}</h1></header><main>${picture}${handout.html}</main></body></html>`
}

/** The morning round of a kitchen, for a spreadsheet. */
export const openingChecklist = [
  ['Area', 'Check', 'Limit', 'Reading', 'OK (yes/no)', 'What was done', 'Initials'],
  ['Fridge 1', 'Air temperature', '5 °C or below', '', '', '', ''],
  ['Fridge 2', 'Air temperature', '5 °C or below', '', '', '', ''],
  ['Freezer', 'Air temperature', '-18 °C or below', '', '', '', ''],
  ['Hand basin', 'Warm water, soap, paper towels', 'All three there', '', '', '', ''],
  ['Probe', 'Ice-water test', '-1 to 1 °C', '', '', '', ''],
  ['Surfaces', 'Clean and disinfected', 'No visible dirt', '', '', '', ''],
  ['Stock', 'Use-by dates, oldest in front', 'Nothing past its date', '', '', '', ''],
  ['Allergens', 'Chart matches today’s menu', 'Every dish listed', '', '', '', ''],
  ['Waste', 'Bins emptied, lids closed', 'No overflow', '', '', '', ''],
  ['Staff', 'Clean clothing, cuts covered, nobody ill', 'All on shift', '', '', '', ''],
]
