import type { Field, FieldOf } from '@learnt/contract/forms/content'
import { newField, newQuiz } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'

/**
 * The right mark for every kind of question, worked out by hand from the rules below, before and without the engine.
 * A mark that the engine gives differently is a mistake of the engine, or a rule to be discussed here.
 *
 * Rules that hold for every kind:
 * - A mark is a share of the question's points, rounded to two decimals, half up.
 * - No answer gets 0. It never costs a penalty: leaving a question out is not guessing.
 * - `penalty` is what an answer without any right part costs, in points. No other answer is below 0.
 * - `partial: false` means all or nothing: what is only partly right gets 0.
 * - An answer that the page cannot send (`malformed`) gets 0 and no penalty, and marking does not fail.
 *   The server may also refuse such an answer before it is marked.
 * - `null` is "a person has to mark this".
 */
export interface MarkedAnswer {
  answer: unknown
  mark: number | null
  why: string
  malformed?: true
}

export interface MarkedQuestion {
  title: string
  field: Field
  answers: readonly MarkedAnswer[]
}

export interface MarkedKind {
  kind: string
  rule: string
  questions: readonly MarkedQuestion[]
}

const trueFalse: MarkedKind = {
  kind: 'trueFalse',
  rule: 'The right one of the two gets the points, the other one gets nothing or costs the penalty.',
  questions: [
    {
      title: 'Water boils at a lower temperature on a mountain',
      field: trueFalseOf({ points: 1, right: true }),
      answers: [
        { answer: true, mark: 1, why: 'True is right.' },
        { answer: false, mark: 0, why: 'False is wrong, and no penalty is set.' },
        { answer: undefined, mark: 0, why: 'The question was left out.' },
        { answer: null, mark: 0, why: 'The answer was taken back.' },
        { answer: 'yes', mark: 0, malformed: true, why: 'A word is not one of the two.' },
        {
          answer: 1,
          mark: 0,
          malformed: true,
          why: 'A number is not one of the two, even if a language takes 1 for true.',
        },
        { answer: [true], mark: 0, malformed: true, why: 'A list is not one of the two.' },
        { answer: {}, mark: 0, malformed: true, why: 'An object is not one of the two.' },
      ],
    },
    {
      title: 'A fire extinguisher with water is right for burning fat',
      field: trueFalseOf({ points: 2, right: false, penalty: 0.5 }),
      answers: [
        { answer: false, mark: 2, why: 'False is right.' },
        { answer: true, mark: -0.5, why: 'True is wrong and costs the penalty.' },
        { answer: undefined, mark: 0, why: 'Leaving out costs no penalty.' },
        { answer: null, mark: 0, why: 'An answer that was taken back costs no penalty.' },
        { answer: '', mark: 0, why: 'An empty text is no answer.' },
        { answer: 0, mark: 0, malformed: true, why: '0 is not false here, and does not get the points by accident.' },
      ],
    },
  ],
}

const singleChoice: MarkedKind = {
  kind: 'singleChoice',
  rule: 'Each choice has a share of the points (1 for the right one). Any other choice is wrong and costs the penalty.',
  questions: [
    {
      title: 'Who do you tell first after an accident?',
      field: choiceOf('singleChoice', {
        points: 1,
        choices: [
          { id: 'a', text: 'The first-aider', share: 1 },
          { id: 'b', text: 'A colleague', share: 0 },
          { id: 'c', text: 'Nobody', share: 0 },
        ],
      }),
      answers: [
        { answer: { choices: ['a'] }, mark: 1, why: 'The right choice.' },
        { answer: { choices: ['b'] }, mark: 0, why: 'A wrong choice without penalty.' },
        { answer: { choices: ['c'] }, mark: 0, why: 'The other wrong choice.' },
        { answer: undefined, mark: 0, why: 'Nothing was chosen.' },
        { answer: null, mark: 0, why: 'The choice was taken back.' },
        { answer: '', mark: 0, why: 'An empty text is no choice.' },
        { answer: { choices: ['z'] }, mark: 0, malformed: true, why: 'There is no such choice.' },
        {
          answer: { choices: ['A'] },
          mark: 0,
          malformed: true,
          why: 'The id of a choice is exact: it is no text that a person types.',
        },
        {
          answer: { choices: ['The first-aider'] },
          mark: 0,
          malformed: true,
          why: 'The text of a choice is not its id.',
        },
        { answer: { choices: ['a', 'b'] }, mark: 0, malformed: true, why: 'Two choices where one is allowed.' },
        {
          answer: 0,
          mark: 0,
          malformed: true,
          why: 'The place in the list is not the id, and choices may be shuffled.',
        },
      ],
    },
    {
      title: 'Best way to lift a heavy box (partial credit, penalty)',
      field: choiceOf('singleChoice', {
        points: 4,
        penalty: 1,
        partial: true,
        choices: [
          { id: 'a', text: 'With a trolley', share: 1 },
          { id: 'b', text: 'Two people together', share: 0.5 },
          { id: 'c', text: 'With a bent back', share: 0 },
        ],
      }),
      answers: [
        { answer: { choices: ['a'] }, mark: 4, why: 'The right choice gets all points.' },
        {
          answer: { choices: ['b'] },
          mark: 2,
          why: 'The second best choice gets half of 4, and is not wrong: no penalty.',
        },
        { answer: { choices: ['c'] }, mark: -1, why: 'A wrong choice costs the penalty.' },
        { answer: undefined, mark: 0, why: 'Nothing chosen costs no penalty.' },
        { answer: { choices: ['d'] }, mark: 0, malformed: true, why: 'A choice that does not exist costs no penalty.' },
      ],
    },
  ],
}

const multipleChoice: MarkedKind = {
  kind: 'multipleChoice',
  rule: 'Share = (right choices chosen − wrong choices chosen) / number of right choices; below 0 counts as 0. No right choice among those chosen costs the penalty. All or nothing: exactly the right choices get the points.',
  questions: [
    {
      title: 'Which are metals? (a, b, c right; d, e wrong; partial credit)',
      field: choiceOf('multipleChoice', { points: 3, partial: true, right: ['a', 'b', 'c'], wrong: ['d', 'e'] }),
      answers: [
        { answer: { choices: ['a', 'b', 'c'] }, mark: 3, why: 'All three right choices and no wrong one.' },
        { answer: { choices: ['c', 'a', 'b'] }, mark: 3, why: 'The order of clicking does not matter.' },
        { answer: { choices: ['a', 'b'] }, mark: 2, why: 'Two of three right.' },
        { answer: { choices: ['b'] }, mark: 1, why: 'One of three right.' },
        { answer: { choices: ['a', 'b', 'c', 'd'] }, mark: 2, why: 'Three right less one wrong are two of three.' },
        { answer: { choices: ['a', 'd'] }, mark: 0, why: 'One right less one wrong is nothing.' },
        {
          answer: { choices: ['a', 'b', 'c', 'd', 'e'] },
          mark: 1,
          why: 'Ticking everything gets three less two: one of three.',
        },
        {
          answer: { choices: ['d', 'e'] },
          mark: 0,
          why: 'Two wrong ones would be −2, and without penalty nothing is below 0.',
        },
        { answer: { choices: [] }, mark: 0, why: 'Nothing was chosen.' },
        { answer: undefined, mark: 0, why: 'The question was left out.' },
        { answer: { choices: ['a', 'a'] }, mark: 0, malformed: true, why: 'Nobody can choose the same choice twice.' },
        { answer: { choices: ['a', 'z'] }, mark: 0, malformed: true, why: 'One of the choices does not exist.' },
        { answer: 'a', mark: 0, malformed: true, why: 'One text is no list of choices.' },
        { answer: { choices: [null] }, mark: 0, malformed: true, why: 'A list of nothing is no list of choices.' },
      ],
    },
    {
      title: 'Which numbers are even? (a, b right; c, d, e wrong; partial credit; penalty 1 of 2 points)',
      field: choiceOf('multipleChoice', {
        points: 2,
        partial: true,
        penalty: 1,
        right: ['a', 'b'],
        wrong: ['c', 'd', 'e'],
      }),
      answers: [
        { answer: { choices: ['a', 'b'] }, mark: 2, why: 'Both right choices.' },
        { answer: { choices: ['a'] }, mark: 1, why: 'One of two right, none wrong.' },
        { answer: { choices: ['a', 'c'] }, mark: 0, why: 'One right less one wrong is nothing, and not below.' },
        { answer: { choices: ['c'] }, mark: -1, why: 'Nothing right among what was chosen: the penalty.' },
        {
          answer: { choices: ['a', 'c', 'd'] },
          mark: 0,
          why: 'One right less two wrong is below 0; with a right part in it there is no penalty.',
        },
        { answer: { choices: ['c', 'd', 'e'] }, mark: -1, why: 'Three wrong ones cost the penalty once.' },
        {
          answer: { choices: ['a', 'b', 'c', 'd', 'e'] },
          mark: 0,
          why: 'Two right less three wrong is below 0; with right parts in it there is no penalty.',
        },
        { answer: { choices: [] }, mark: 0, why: 'Nothing chosen costs no penalty.' },
      ],
    },
    {
      title: 'Which are required? (a, b right; c wrong; all or nothing; penalty 0.5)',
      field: choiceOf('multipleChoice', { points: 1, partial: false, penalty: 0.5, right: ['a', 'b'], wrong: ['c'] }),
      answers: [
        { answer: { choices: ['b', 'a'] }, mark: 1, why: 'Exactly the right choices.' },
        {
          answer: { choices: ['a'] },
          mark: 0,
          why: 'One is missing: with all or nothing that is nothing, but no penalty, for a part is right.',
        },
        {
          answer: { choices: ['a', 'b', 'c'] },
          mark: 0,
          why: 'One too many is nothing, but no penalty, for a part is right.',
        },
        { answer: { choices: ['c'] }, mark: -0.5, why: 'Only the wrong one.' },
        { answer: { choices: [] }, mark: 0, why: 'Nothing chosen costs no penalty.' },
        { answer: null, mark: 0, why: 'The answer was taken back.' },
      ],
    },
    {
      title: 'Which of the three colours are in the flag? (a, b, c right; d wrong; partial credit; 1 point)',
      field: choiceOf('multipleChoice', { points: 1, partial: true, right: ['a', 'b', 'c'], wrong: ['d'] }),
      answers: [
        { answer: { choices: ['a'] }, mark: 0.33, why: 'A third of a point, rounded.' },
        { answer: { choices: ['a', 'c'] }, mark: 0.67, why: 'Two thirds of a point, rounded half up.' },
        { answer: { choices: ['a', 'b', 'c'] }, mark: 1, why: 'Three thirds are 1 and not 0.99.' },
      ],
    },
  ],
}

const dropDown: MarkedKind = {
  kind: 'dropDown',
  rule: 'As single choice: the list looks different, the marks do not.',
  questions: [
    {
      title: 'Colour of the cable for earth',
      field: choiceOf('dropDown', {
        points: 2,
        penalty: 0.25,
        choices: [
          { id: 'gy', text: 'Green and yellow', share: 1 },
          { id: 'bl', text: 'Blue', share: 0 },
          { id: 'br', text: 'Brown', share: 0 },
          { id: 'bk', text: 'Black', share: 0 },
        ],
      }),
      answers: [
        { answer: { choices: ['gy'] }, mark: 2, why: 'The right entry.' },
        { answer: { choices: ['bl'] }, mark: -0.25, why: 'A wrong entry costs the penalty.' },
        { answer: { choices: ['br'] }, mark: -0.25, why: 'Another wrong entry.' },
        { answer: { choices: ['bk'] }, mark: -0.25, why: 'The last wrong entry.' },
        { answer: '', mark: 0, why: 'The line "Please choose" is no answer.' },
        { answer: undefined, mark: 0, why: 'The list was never opened.' },
        { answer: null, mark: 0, why: 'The choice was taken back.' },
        { answer: { choices: ['GY'] }, mark: 0, malformed: true, why: 'Ids are exact.' },
        {
          answer: { choices: [' gy '] },
          mark: 0,
          malformed: true,
          why: 'Nobody types an id, so no spaces are forgiven.',
        },
        { answer: ['gy'], mark: 0, malformed: true, why: 'A list is not one entry.' },
        { answer: { id: 'gy' }, mark: 0, malformed: true, why: 'An object is not an id.' },
      ],
    },
  ],
}

const pictureChoice: MarkedKind = {
  kind: 'pictureChoice',
  rule: 'As single choice, or as multiple choice when several may be chosen: the pictures do not change the marks.',
  questions: [
    {
      title: 'Which sign means "first aid"? (one choice)',
      field: choiceOf('pictureChoice', {
        points: 1,
        choices: [
          { id: 'p1', text: 'White cross on green', share: 1 },
          { id: 'p2', text: 'Flame on red', share: 0 },
          { id: 'p3', text: 'Man running on green', share: 0 },
        ],
      }),
      answers: [
        { answer: { choices: ['p1'] }, mark: 1, why: 'The right picture.' },
        { answer: { choices: ['p2'] }, mark: 0, why: 'A wrong picture.' },
        { answer: { choices: ['p3'] }, mark: 0, why: 'The picture that people confuse with it.' },
        { answer: undefined, mark: 0, why: 'No picture chosen.' },
        { answer: { choices: ['p9'] }, mark: 0, malformed: true, why: 'There is no such picture.' },
        {
          answer: { choices: ['White cross on green'] },
          mark: 0,
          malformed: true,
          why: 'The description of the picture is not its id.',
        },
      ],
    },
    {
      title: 'Which two signs forbid something? (p1, p2 right; p3, p4 wrong; several choices, partial credit)',
      field: choiceOf('pictureChoice', {
        points: 2,
        several: true,
        partial: true,
        right: ['p1', 'p2'],
        wrong: ['p3', 'p4'],
      }),
      answers: [
        { answer: { choices: ['p2', 'p1'] }, mark: 2, why: 'Both right pictures, in either order.' },
        { answer: { choices: ['p1'] }, mark: 1, why: 'One of two.' },
        { answer: { choices: ['p1', 'p2', 'p3'] }, mark: 1, why: 'Two right less one wrong is one of two.' },
        { answer: { choices: ['p3'] }, mark: 0, why: 'Only a wrong picture.' },
        {
          answer: { choices: ['p1', 'p2', 'p3', 'p4'] },
          mark: 0,
          why: 'Choosing everything gets two less two: nothing.',
        },
        { answer: { choices: [] }, mark: 0, why: 'Nothing chosen.' },
      ],
    },
  ],
}

const shortAnswer: MarkedKind = {
  kind: 'shortAnswer',
  rule: 'Right when it equals one of the accepted answers. Spaces around do not count and several count as one; full-width letters and curly apostrophes count as the usual ones; invisible characters do not count. Capitals and accents count only if the question says so. A star in an accepted answer stands for anything or nothing. Of several accepted answers that fit, the best one counts.',
  questions: [
    {
      title: 'Capital of Brazil (capitals and accents do not count)',
      field: shortAnswerOf({ points: 1, accepted: ['Brasília', 'Brasilia DF'], matchCase: false, matchAccents: false }),
      answers: [
        { answer: 'Brasília', mark: 1, why: 'As accepted.' },
        { answer: 'brasilia', mark: 1, why: 'Neither the capital nor the accent counts.' },
        { answer: 'BRASÍLIA', mark: 1, why: 'Capitals do not count.' },
        { answer: '  Brasília \n', mark: 1, why: 'Spaces and a line break around do not count.' },
        { answer: 'Brasi\u0301lia', mark: 1, why: 'The accent as a character of its own is the same letter.' },
        { answer: 'Ｂｒａｓｉｌｉａ', mark: 1, why: 'Full-width letters are the same letters.' },
        { answer: 'brasilia   df', mark: 1, why: 'The second accepted answer; several spaces count as one.' },
        { answer: 'Brasilia\u00a0DF', mark: 1, why: 'A space that does not break is a space.' },
        { answer: '\u200fBrasilia\u200b', mark: 1, why: 'Invisible characters from copying do not count.' },
        { answer: 'Rio de Janeiro', mark: 0, why: 'Another city.' },
        { answer: 'Brasilias', mark: 0, why: 'A part that fits does not make it right.' },
        { answer: 'Brasil', mark: 0, why: 'The beginning alone is not the answer.' },
        { answer: '', mark: 0, why: 'Left empty.' },
        { answer: '   ', mark: 0, why: 'Only spaces: left empty.' },
        { answer: undefined, mark: 0, why: 'Never touched.' },
        { answer: 42, mark: 0, malformed: true, why: 'A number is not a text.' },
        { answer: ['Brasília'], mark: 0, malformed: true, why: 'A list is not a text.' },
      ],
    },
    {
      title: 'Symbol of the megawatt (capitals count; penalty 1)',
      field: shortAnswerOf({ points: 2, penalty: 1, accepted: ['MW'], matchCase: true, matchAccents: true }),
      answers: [
        { answer: 'MW', mark: 2, why: 'As accepted.' },
        { answer: ' MW', mark: 2, why: 'A space in front does not count, even if capitals do.' },
        { answer: 'mW', mark: -1, why: 'That is the milliwatt: capitals count here.' },
        { answer: 'mw', mark: -1, why: 'Small letters are wrong here.' },
        { answer: 'M W', mark: -1, why: 'A space inside makes two words.' },
        { answer: 'ＭＷ', mark: 2, why: 'Full-width letters are the same capitals.' },
        { answer: '', mark: 0, why: 'Leaving it empty costs no penalty.' },
        { answer: '  ', mark: 0, why: 'Only spaces is empty and costs no penalty.' },
      ],
    },
    {
      title: 'French for "student" (accents count, capitals do not)',
      field: shortAnswerOf({ points: 1, accepted: ['étudiant', "l'étudiant"], matchCase: false, matchAccents: true }),
      answers: [
        { answer: 'Étudiant', mark: 1, why: 'The capital does not count, the accent is there.' },
        { answer: 'etudiant', mark: 0, why: 'The accent is missing and counts.' },
        { answer: 'ètudiant', mark: 0, why: 'The wrong accent.' },
        { answer: 'e\u0301tudiant', mark: 1, why: 'The accent as a character of its own is the same letter.' },
        { answer: 'l’étudiant', mark: 1, why: 'Phones type a curly apostrophe; it is the same.' },
        { answer: "L'ÉTUDIANT", mark: 1, why: 'Capitals keep their accents.' },
      ],
    },
    {
      title: 'German for "street"; Arabic for "book" (capitals and accents do not count)',
      field: shortAnswerOf({ points: 1, accepted: ['Straße', 'كتاب'], matchCase: false, matchAccents: false }),
      answers: [
        { answer: 'STRASSE', mark: 1, why: 'ß has SS as its capital.' },
        { answer: 'strasse', mark: 1, why: 'ss is the same when capitals do not count.' },
        { answer: 'straße', mark: 1, why: 'The small first letter does not count.' },
        { answer: 'كِتَاب', mark: 1, why: 'Vowel signs are marks upon letters, like accents.' },
        { answer: 'كتاب\u200f', mark: 1, why: 'The invisible mark of direction does not count.' },
        { answer: 'كتب', mark: 0, why: 'A letter is missing: another word.' },
        { answer: 'Stasse', mark: 0, why: 'A letter is missing.' },
      ],
    },
    {
      title: 'English for "Farbe" (colour in both spellings; "paint" gets half; a star stands for anything)',
      field: shortAnswerOf({
        points: 2,
        accepted: ['colo*r', ['*paint*', 50]],
        matchCase: false,
        matchAccents: false,
      }),
      answers: [
        { answer: 'colour', mark: 2, why: 'The star stands for u.' },
        { answer: 'Color', mark: 2, why: 'The star may stand for nothing.' },
        { answer: 'colours', mark: 0, why: 'Without a star at the end nothing may follow.' },
        {
          answer: 'the paint',
          mark: 1,
          why: 'The second accepted answer gets half; the stars take what stands around.',
        },
        { answer: 'PAINT', mark: 1, why: 'Capitals do not count here either.' },
        { answer: 'pant', mark: 0, why: 'A letter is missing.' },
        { answer: 'colo(u)r', mark: 2, why: 'Brackets are letters like any other, and the star takes them.' },
      ],
    },
    {
      title: 'How many planets has the sun? (as text)',
      field: shortAnswerOf({ points: 1, accepted: ['8', 'eight'], matchCase: false, matchAccents: false }),
      answers: [
        { answer: '8', mark: 1, why: 'As accepted.' },
        { answer: '８', mark: 1, why: 'The full-width digit is the same digit.' },
        { answer: '٨', mark: 1, why: 'The Arabic digit is the same digit.' },
        { answer: 'Eight', mark: 1, why: 'The other accepted answer.' },
        {
          answer: '8.',
          mark: 0,
          why: 'A full stop is a character like any other; an author who wants to accept it writes it down.',
        },
      ],
    },
  ],
}

const numeric: MarkedKind = {
  kind: 'numeric',
  rule: 'Right when the number lies within the tolerance, its ends included. A point or a comma may be the decimal sign, spaces and apostrophes may group digits, Arabic, Persian and full-width digits are digits. One comma or point before exactly three digits is read both ways. A missing or unknown unit takes off what the question says.',
  questions: [
    {
      title: 'Pi to two decimals (tolerance 0.005)',
      field: numericOf({ points: 2, value: 3.14, tolerance: 0.005 }),
      answers: [
        { answer: '3.14', mark: 2, why: 'Exactly.' },
        { answer: '3,14', mark: 2, why: 'A decimal comma.' },
        { answer: '٣٫١٤', mark: 2, why: 'Arabic digits with the Arabic decimal sign.' },
        { answer: '۳٫۱۴', mark: 2, why: 'Persian digits.' },
        { answer: '３．１４', mark: 2, why: 'Full-width digits and point.' },
        { answer: ' 3.14 ', mark: 2, why: 'Spaces around do not count.' },
        { answer: '3.140', mark: 2, why: 'A zero at the end; also read as 3140, but one right reading is enough.' },
        { answer: '+3.14', mark: 2, why: 'A plus sign changes nothing.' },
        { answer: '3.145', mark: 2, why: 'The upper end of the tolerance is inside.' },
        { answer: '3.135', mark: 2, why: 'The lower end of the tolerance is inside.' },
        { answer: '3.1451', mark: 0, why: 'Just above the tolerance.' },
        { answer: '3.1349', mark: 0, why: 'Just below the tolerance.' },
        { answer: '-3.14', mark: 0, why: 'The wrong sign.' },
        { answer: 3.14, mark: 2, why: 'A number instead of its text is the same number.' },
        { answer: 'about 3.14', mark: 0, why: 'Words are not a number.' },
        { answer: '3.1.4', mark: 0, why: 'Two points that group no digits make no number.' },
        { answer: '3-14', mark: 0, why: 'A sign in the middle makes no number.' },
        { answer: '', mark: 0, why: 'Left empty.' },
        { answer: undefined, mark: 0, why: 'Never touched.' },
        { answer: [3.14], mark: 0, malformed: true, why: 'A list is not a number.' },
        { answer: Number.NaN, mark: 0, malformed: true, why: 'Not a number.' },
        { answer: 'Infinity', mark: 0, why: 'Nobody can mean that by a number.' },
      ],
    },
    {
      title: 'Length of the hall in metres (12 m, tolerance 0.5; m, cm or mm; the unit may be left out; penalty 1)',
      field: numericOf({
        points: 4,
        penalty: 1,
        value: 12,
        tolerance: 0.5,
        unitPenalty: 0,
        units: [
          { names: ['m', 'metre', 'metres'], factor: 1 },
          { names: ['cm'], factor: 0.01 },
          { names: ['mm'], factor: 0.001 },
        ],
      }),
      answers: [
        { answer: '12', mark: 4, why: 'Without a unit it is in metres, as asked.' },
        { answer: '12 m', mark: 4, why: 'With its unit.' },
        { answer: '12m', mark: 4, why: 'The space before the unit does not count.' },
        { answer: '12\u00a0metres', mark: 4, why: 'Another accepted name, after a space that does not break.' },
        { answer: '１２ｍ', mark: 4, why: 'Full-width characters.' },
        { answer: '١٢ m', mark: 4, why: 'Arabic digits with a Latin unit.' },
        { answer: '1200 cm', mark: 4, why: '1200 cm are 12 m.' },
        { answer: '1 200 cm', mark: 4, why: 'A space groups the digits.' },
        { answer: "12'000 mm", mark: 4, why: 'An apostrophe groups the digits; 12 000 mm are 12 m.' },
        {
          answer: '12,5 M',
          mark: 4,
          why: 'The end of the tolerance; the capital does not matter where no other unit is meant by it.',
        },
        { answer: '12.6 m', mark: -1, why: 'Above the tolerance.' },
        { answer: '12 cm', mark: -1, why: '0.12 m: the unit is wrong by far.' },
        { answer: 'm', mark: -1, why: 'A unit without a number is a wrong answer.' },
        { answer: '  ', mark: 0, why: 'Only spaces is empty and costs no penalty.' },
      ],
    },
    {
      title: 'Speed limit in town (50 km/h, exact, the unit is required)',
      field: numericOf({
        points: 1,
        value: 50,
        tolerance: 0,
        unitPenalty: 100,
        units: [{ names: ['km/h', 'kmh', 'kph'], factor: 1 }],
      }),
      answers: [
        { answer: '50 km/h', mark: 1, why: 'Number and unit.' },
        { answer: '50km/h', mark: 1, why: 'The space does not count.' },
        { answer: '50 KM/H', mark: 1, why: 'Capitals of a unit do not matter here.' },
        { answer: '50 km / h', mark: 1, why: 'Spaces inside a unit do not count.' },
        { answer: '50,0 kmh', mark: 1, why: 'The number is the same, and the unit is an accepted name.' },
        { answer: '50', mark: 0, why: 'The unit is missing and required.' },
        { answer: '50 mph', mark: 0, why: 'Another unit.' },
        { answer: '50.1 km/h', mark: 0, why: 'Tolerance 0 means exactly.' },
        { answer: 'km/h 50', mark: 0, why: 'The unit comes after the number.' },
      ],
    },
    {
      title: 'Weight of the box (20 kg, tolerance 1; g is accepted too; without a unit half of the points)',
      field: numericOf({
        points: 2,
        value: 20,
        tolerance: 1,
        unitPenalty: 50,
        units: [
          { names: ['kg'], factor: 1 },
          { names: ['g'], factor: 0.001 },
        ],
      }),
      answers: [
        { answer: '20 kg', mark: 2, why: 'Number and unit.' },
        { answer: '20000 g', mark: 2, why: '20000 g are 20 kg.' },
        { answer: '20', mark: 1, why: 'The unit is missing: half.' },
        { answer: '20 m', mark: 1, why: 'An unknown unit costs the same as none.' },
        { answer: '21,0 kg', mark: 2, why: 'The end of the tolerance.' },
        { answer: '20 g', mark: 0, why: '0.02 kg is not 20 kg.' },
        { answer: '25', mark: 0, why: 'The number is wrong, so the unit does not matter.' },
      ],
    },
    {
      title: 'Metres in one and a half kilometres (1500, exact)',
      field: numericOf({ points: 1, value: 1500, tolerance: 0 }),
      answers: [
        { answer: '1500', mark: 1, why: 'Exactly.' },
        { answer: '1,500', mark: 1, why: 'English people group digits with a comma.' },
        { answer: '1.500', mark: 1, why: 'German people group digits with a point.' },
        { answer: '1 500', mark: 1, why: 'French people group digits with a space.' },
        { answer: '1\u202f500', mark: 1, why: 'The narrow space that computers put there.' },
        { answer: '١٬٥٠٠', mark: 1, why: 'Arabic digits with the Arabic sign for groups.' },
        { answer: '1.500,0', mark: 1, why: 'The last sign is the decimal sign, the other one groups.' },
        { answer: '1,500.0', mark: 1, why: 'The same the other way round.' },
        { answer: '1.5e3', mark: 1, why: 'The notation of calculators.' },
        { answer: '1,50', mark: 0, why: 'Two digits after the comma: 1.5.' },
        { answer: '1.5', mark: 0, why: '1.5 is not 1500.' },
        { answer: '15 00', mark: 0, why: 'A space groups three digits, not two.' },
      ],
    },
    {
      title: 'Temperature of the freezer (−18, tolerance 10 percent of the value)',
      field: numericOf({ points: 1, value: -18, tolerancePercent: 10 }),
      answers: [
        { answer: '-18', mark: 1, why: 'Exactly.' },
        { answer: '−18', mark: 1, why: 'The real minus sign.' },
        { answer: '–18', mark: 1, why: 'Phones make a dash of it.' },
        { answer: '- 18', mark: 1, why: 'A space after the sign.' },
        { answer: '-19.8', mark: 1, why: '10 percent of 18 is 1.8: the lower end is inside.' },
        { answer: '-16,2', mark: 1, why: 'The upper end is inside.' },
        { answer: '-16', mark: 0, why: 'More than 10 percent away.' },
        { answer: '18', mark: 0, why: 'The sign is missing.' },
        { answer: '\u200e-18', mark: 1, why: 'The invisible mark of direction in front does not count.' },
      ],
    },
    {
      title: 'A tenth and two tenths (0.3, exact)',
      field: numericOf({ points: 1, value: 0.3, tolerance: 0 }),
      answers: [
        { answer: '0.3', mark: 1, why: 'Exactly.' },
        { answer: '.3', mark: 1, why: 'The zero in front may be left out.' },
        { answer: ',3', mark: 1, why: 'The same with a comma.' },
        { answer: '0.30', mark: 1, why: 'A zero at the end changes nothing.' },
        { answer: 0.1 + 0.2, mark: 1, why: 'What computers make of the sum is 0.3 to the teacher.' },
        { answer: '0.31', mark: 0, why: 'Tolerance 0 means exactly.' },
        { answer: '3/10', mark: 0, why: 'A fraction is not asked for.' },
      ],
    },
  ],
}

const matching: MarkedKind = {
  kind: 'matching',
  rule: 'Share = right pairs / all pairs. A wrong pair takes nothing away; answered without a single right pair costs the penalty. All or nothing: every pair must be right.',
  questions: [
    {
      title: 'Countries and capitals (four pairs, one capital too many, partial credit)',
      field: matchingOf({
        points: 4,
        partial: true,
        penalty: 1,
        pairs: { fr: 'paris', de: 'berlin', it: 'rome', es: 'madrid' },
        others: ['lisbon'],
      }),
      answers: [
        { answer: { fr: 'paris', de: 'berlin', it: 'rome', es: 'madrid' }, mark: 4, why: 'All four pairs.' },
        {
          answer: { es: 'madrid', it: 'rome', de: 'berlin', fr: 'paris' },
          mark: 4,
          why: 'The order of the pairs does not matter.',
        },
        {
          answer: { fr: 'paris', de: 'berlin', it: 'madrid', es: 'rome' },
          mark: 2,
          why: 'Two pairs right, two swapped.',
        },
        {
          answer: { fr: 'paris', de: 'berlin', it: 'rome', es: 'lisbon' },
          mark: 3,
          why: 'Three right, one led astray.',
        },
        { answer: { fr: 'paris' }, mark: 1, why: 'One pair right, the others left out.' },
        {
          answer: { fr: 'paris', de: 'paris', it: 'paris', es: 'paris' },
          mark: 1,
          why: 'The same capital everywhere is right once.',
        },
        {
          answer: { fr: 'berlin', de: 'paris', it: 'madrid', es: 'rome' },
          mark: -1,
          why: 'Not one pair right: the penalty.',
        },
        { answer: { fr: 'berlin' }, mark: -1, why: 'One answer, and it is wrong.' },
        { answer: {}, mark: 0, why: 'Nothing matched.' },
        { answer: undefined, mark: 0, why: 'Left out.' },
        { answer: { fr: '' }, mark: 0, malformed: true, why: 'An item that is left open is not in the answer.' },
        { answer: { fr: 'paris', xx: 'rome' }, mark: 0, malformed: true, why: 'There is no such country.' },
        { answer: { fr: 'atlantis' }, mark: 0, malformed: true, why: 'There is no such capital in the list.' },
        {
          answer: ['paris', 'berlin', 'rome', 'madrid'],
          mark: 0,
          malformed: true,
          why: 'A list says nothing about pairs.',
        },
      ],
    },
    {
      title: 'Tools and their use (three pairs, all or nothing)',
      field: matchingOf({ points: 3, partial: false, pairs: { hammer: 'nail', saw: 'wood', wrench: 'nut' } }),
      answers: [
        { answer: { hammer: 'nail', saw: 'wood', wrench: 'nut' }, mark: 3, why: 'Every pair.' },
        { answer: { hammer: 'nail', saw: 'wood' }, mark: 0, why: 'One is missing.' },
        { answer: { hammer: 'nail', saw: 'nut', wrench: 'wood' }, mark: 0, why: 'Two are swapped.' },
        { answer: {}, mark: 0, why: 'Nothing matched.' },
      ],
    },
    {
      title: 'Animals and their class (two animals share a class, partial credit)',
      field: matchingOf({ points: 3, partial: true, pairs: { dog: 'mammal', whale: 'mammal', eagle: 'bird' } }),
      answers: [
        { answer: { dog: 'mammal', whale: 'mammal', eagle: 'bird' }, mark: 3, why: 'A class may be used twice.' },
        { answer: { dog: 'mammal', whale: 'bird', eagle: 'bird' }, mark: 2, why: 'The whale is no bird.' },
        { answer: { dog: 'bird', whale: 'bird', eagle: 'mammal' }, mark: 0, why: 'None right, and no penalty is set.' },
      ],
    },
  ],
}

const ordering: MarkedKind = {
  kind: 'ordering',
  rule: 'Share = items at their right place / all items. Answered without one at its place costs the penalty. All or nothing: the whole order must be right. Every item has to be in the answer exactly once.',
  questions: [
    {
      title: 'Order of first aid (a, b, c, d; partial credit; penalty 2)',
      field: orderingOf({ points: 4, partial: true, penalty: 2, order: ['a', 'b', 'c', 'd'] }),
      answers: [
        { answer: ['a', 'b', 'c', 'd'], mark: 4, why: 'The right order.' },
        { answer: ['a', 'b', 'd', 'c'], mark: 2, why: 'The first two are at their place.' },
        { answer: ['b', 'a', 'c', 'd'], mark: 2, why: 'The last two are at their place.' },
        { answer: ['a', 'd', 'c', 'b'], mark: 2, why: 'a and c are at their place.' },
        { answer: ['a', 'c', 'd', 'b'], mark: 1, why: 'Only a is at its place.' },
        { answer: ['d', 'b', 'a', 'c'], mark: 1, why: 'Only b is at its place.' },
        { answer: ['d', 'c', 'b', 'a'], mark: -2, why: 'The reverse order has none at its place.' },
        { answer: ['b', 'c', 'd', 'a'], mark: -2, why: 'Everything moved by one has none at its place.' },
        { answer: [], mark: 0, why: 'Nothing ordered.' },
        { answer: undefined, mark: 0, why: 'Left out: the order that was shown at first is not an answer.' },
        { answer: ['a', 'b', 'c'], mark: 0, malformed: true, why: 'An item is missing: the page always sends all.' },
        { answer: ['a', 'a', 'c', 'd'], mark: 0, malformed: true, why: 'An item twice.' },
        { answer: ['a', 'b', 'c', 'z'], mark: 0, malformed: true, why: 'There is no such item.' },
        { answer: 'abcd', mark: 0, malformed: true, why: 'A text is no list.' },
      ],
    },
    {
      title: 'Order of three steps (x, y, z; all or nothing)',
      field: orderingOf({ points: 1, partial: false, order: ['x', 'y', 'z'] }),
      answers: [
        { answer: ['x', 'y', 'z'], mark: 1, why: 'The right order.' },
        { answer: ['x', 'z', 'y'], mark: 0, why: 'Two are swapped.' },
        { answer: ['z', 'y', 'x'], mark: 0, why: 'The reverse order.' },
      ],
    },
    {
      title: 'Order of three steps (x, y, z; partial credit; 1 point)',
      field: orderingOf({ points: 1, partial: true, order: ['x', 'y', 'z'] }),
      answers: [
        { answer: ['x', 'z', 'y'], mark: 0.33, why: 'One of three at its place.' },
        { answer: ['z', 'y', 'x'], mark: 0.33, why: 'The middle one is at its place.' },
        { answer: ['y', 'z', 'x'], mark: 0, why: 'None at its place, and no penalty is set.' },
      ],
    },
  ],
}

const gaps: MarkedKind = {
  kind: 'gaps',
  rule: 'Share = right gaps / all gaps. Each gap is a short answer with its own accepted words, or a list to choose from. A wrong gap takes nothing away; answered without one right gap costs the penalty. All or nothing: every gap must be right.',
  questions: [
    {
      title: 'The [1] jumps over the [2] on [3] (partial credit; penalty 0.5; capitals and accents do not count)',
      field: gapsOf({
        points: 3,
        partial: true,
        penalty: 0.5,
        matchCase: false,
        matchAccents: false,
        gaps: [
          { id: 'g1', accepted: ['fox', 'Füchsin'] },
          { id: 'g2', accepted: ['lazy dog', 'dog'] },
          { id: 'g3', choices: ['monday', 'friday'], right: 'friday' },
        ],
      }),
      answers: [
        { answer: { g1: 'fox', g2: 'dog', g3: 'friday' }, mark: 3, why: 'All three gaps.' },
        {
          answer: { g1: 'FOX', g2: 'Lazy  Dog', g3: 'friday' },
          mark: 3,
          why: 'Capitals and double spaces do not count.',
        },
        {
          answer: { g1: 'fuchsin ', g2: 'dog', g3: 'friday' },
          mark: 3,
          why: 'Another accepted word, without its accent, with a space.',
        },
        { answer: { g1: 'ｆｏｘ', g2: 'dog', g3: 'friday' }, mark: 3, why: 'Full-width letters are the same letters.' },
        { answer: { g1: 'fox', g2: 'dog', g3: 'monday' }, mark: 2, why: 'Two of three.' },
        { answer: { g1: 'dog', g2: 'fox', g3: 'friday' }, mark: 1, why: 'Right words in the wrong gaps are wrong.' },
        { answer: { g1: 'fox' }, mark: 1, why: 'One of three, the others left open.' },
        { answer: { g1: 'fox', g2: ' ', g3: '' }, mark: 1, why: 'Spaces are left open.' },
        { answer: { g1: 'cat', g2: 'cat', g3: 'monday' }, mark: -0.5, why: 'None right: the penalty.' },
        { answer: { g1: '', g2: '', g3: '' }, mark: 0, why: 'Everything left open costs no penalty.' },
        { answer: {}, mark: 0, why: 'Never touched.' },
        { answer: undefined, mark: 0, why: 'Left out.' },
        { answer: { g9: 'fox' }, mark: 0, malformed: true, why: 'There is no such gap.' },
        { answer: { g1: ['fox'] }, mark: 0, malformed: true, why: 'A list is no word.' },
        { answer: 'fox dog friday', mark: 0, malformed: true, why: 'One text does not say which gap is meant.' },
      ],
    },
    {
      title: 'Two gaps (all or nothing; capitals count)',
      field: gapsOf({
        points: 2,
        partial: false,
        matchCase: true,
        matchAccents: true,
        gaps: [
          { id: 'g1', accepted: ['Na'] },
          { id: 'g2', accepted: ['Cl'] },
        ],
      }),
      answers: [
        { answer: { g1: 'Na', g2: 'Cl' }, mark: 2, why: 'Both gaps.' },
        { answer: { g1: 'na', g2: 'Cl' }, mark: 0, why: 'The capital counts, and half is nothing here.' },
        { answer: { g1: 'Na' }, mark: 0, why: 'One gap is open.' },
      ],
    },
  ],
}

const hotSpot: MarkedKind = {
  kind: 'hotSpot',
  rule: 'A point is right when it lies in a right area, its edge included. Share = (areas found − points outside of all areas) / number of areas, never below 0 or −penalty. Places are shares of the width and the height of the picture. Two points in one area find it once.',
  questions: [
    {
      title: 'Where is the emergency stop? (one rectangle from 0.2, 0.3 to 0.4, 0.5; penalty 0.5)',
      field: hotSpotOf({
        points: 1,
        penalty: 0.5,
        pointsAllowed: 1,
        areas: [{ shape: 'box', x: 0.2, y: 0.3, width: 0.2, height: 0.2 }],
      }),
      answers: [
        { answer: [{ x: 0.3, y: 0.4 }], mark: 1, why: 'The middle of the area.' },
        { answer: [{ x: 0.2, y: 0.3 }], mark: 1, why: 'Its corner: the edge is inside.' },
        { answer: [{ x: 0.4, y: 0.5 }], mark: 1, why: 'The opposite corner.' },
        { answer: [{ x: 0.4001, y: 0.4 }], mark: -0.5, why: 'Just beside it.' },
        { answer: [{ x: 0.4, y: 0.3 }], mark: 1, why: 'The corner at the upper right.' },
        { answer: [{ x: 0.3, y: 0.51 }], mark: -0.5, why: 'Just below it.' },
        { answer: [{ x: 0, y: 0 }], mark: -0.5, why: 'The corner of the picture.' },
        { answer: [], mark: 0, why: 'No point set.' },
        { answer: undefined, mark: 0, why: 'Left out.' },
        { answer: [{ x: 1.3, y: 0.4 }], mark: 0, malformed: true, why: 'A point outside of the picture.' },
        { answer: [{ x: '30', y: '40' }], mark: 0, malformed: true, why: 'Places are numbers.' },
        { answer: [{ x: 0.3 }], mark: 0, malformed: true, why: 'Half a place.' },
        {
          answer: [
            { x: 0.3, y: 0.4 },
            { x: 0.8, y: 0.8 },
          ],
          mark: 0,
          malformed: true,
          why: 'Two points where one is allowed: nobody may try around.',
        },
        { answer: 'middle', mark: 0, malformed: true, why: 'A word is no place.' },
      ],
    },
    {
      title:
        'Mark both exits (a circle around 0.25, 0.5 with radius 0.1 and a triangle 0.6, 0.6 – 0.8, 0.6 – 0.6, 0.8; partial credit)',
      field: hotSpotOf({
        points: 2,
        partial: true,
        pointsAllowed: 3,
        areas: [
          { shape: 'circle', x: 0.25, y: 0.5, r: 0.1 },
          {
            shape: 'polygon',
            points: [
              { x: 0.6, y: 0.6 },
              { x: 0.8, y: 0.6 },
              { x: 0.6, y: 0.8 },
            ],
          },
        ],
      }),
      answers: [
        {
          answer: [
            { x: 0.25, y: 0.5 },
            { x: 0.65, y: 0.65 },
          ],
          mark: 2,
          why: 'Both found.',
        },
        {
          answer: [
            { x: 0.65, y: 0.65 },
            { x: 0.25, y: 0.5 },
          ],
          mark: 2,
          why: 'In either order.',
        },
        { answer: [{ x: 0.35, y: 0.5 }], mark: 1, why: 'The edge of the circle finds it; the other one is missing.' },
        {
          answer: [{ x: 0.33, y: 0.58 }],
          mark: 0,
          why: 'Inside the square around the circle, but outside of the circle: 0.08 and 0.08 are 0.113 away.',
        },
        { answer: [{ x: 0.78, y: 0.78 }], mark: 0, why: 'Beyond the slanted side of the triangle.' },
        {
          answer: [
            { x: 0.25, y: 0.5 },
            { x: 0.26, y: 0.51 },
          ],
          mark: 1,
          why: 'Two points in one area find it once, and are not outside.',
        },
        {
          answer: [
            { x: 0.25, y: 0.5 },
            { x: 0.65, y: 0.65 },
            { x: 0.05, y: 0.05 },
          ],
          mark: 1,
          why: 'Two found less one outside is one of two.',
        },
        {
          answer: [
            { x: 0.25, y: 0.5 },
            { x: 0.05, y: 0.05 },
          ],
          mark: 0,
          why: 'One found less one outside is nothing.',
        },
        {
          answer: [
            { x: 0.05, y: 0.05 },
            { x: 0.06, y: 0.06 },
            { x: 0.07, y: 0.07 },
          ],
          mark: 0,
          why: 'Three outside, and without penalty nothing is below 0.',
        },
      ],
    },
  ],
}

const matrix: MarkedKind = {
  kind: 'matrix',
  rule: 'Share = right rows / rows that have a right answer. A row is right when exactly its right columns are chosen. A wrong row takes nothing away; answered without one right row costs the penalty. All or nothing: every row must be right.',
  questions: [
    {
      title: 'Which bin? (four rows, one column each; partial credit; penalty 1)',
      field: matrixOf({
        points: 2,
        partial: true,
        penalty: 1,
        several: false,
        columns: ['paper', 'glass', 'rest'],
        right: { letter: ['paper'], bottle: ['glass'], bulb: ['rest'], box: ['paper'] },
      }),
      answers: [
        {
          answer: { letter: ['paper'], bottle: ['glass'], bulb: ['rest'], box: ['paper'] },
          mark: 2,
          why: 'All four rows.',
        },
        {
          answer: { letter: ['paper'], bottle: ['glass'], bulb: ['glass'], box: ['paper'] },
          mark: 1.5,
          why: 'Three of four rows.',
        },
        { answer: { letter: ['paper'], bottle: ['glass'] }, mark: 1, why: 'Two of four rows, two left open.' },
        {
          answer: { letter: ['paper'], bottle: ['paper'], bulb: ['paper'], box: ['paper'] },
          mark: 1,
          why: 'The same column everywhere is right in two rows.',
        },
        { answer: { box: ['paper'] }, mark: 0.5, why: 'One of four rows.' },
        {
          answer: { letter: ['glass'], bottle: ['rest'], bulb: ['paper'], box: ['rest'] },
          mark: -1,
          why: 'No row right: the penalty.',
        },
        { answer: { letter: [] }, mark: 0, why: 'A row that was emptied is left open.' },
        { answer: {}, mark: 0, why: 'Never touched.' },
        { answer: undefined, mark: 0, why: 'Left out.' },
        { answer: { letter: ['metal'] }, mark: 0, malformed: true, why: 'There is no such column.' },
        { answer: { lamp: ['rest'] }, mark: 0, malformed: true, why: 'There is no such row.' },
        {
          answer: ['paper', 'glass', 'rest', 'paper'],
          mark: 0,
          malformed: true,
          why: 'A list does not name the rows.',
        },
      ],
    },
    {
      title: 'Which protection for which work? (two rows, several columns; partial credit)',
      field: matrixOf({
        points: 2,
        partial: true,
        several: true,
        columns: ['gloves', 'glasses', 'helmet'],
        right: { welding: ['gloves', 'glasses'], lifting: ['helmet'] },
      }),
      answers: [
        { answer: { welding: ['glasses', 'gloves'], lifting: ['helmet'] }, mark: 2, why: 'Both rows, in any order.' },
        {
          answer: { welding: ['gloves'], lifting: ['helmet'] },
          mark: 1,
          why: 'A row with one column missing is not right.',
        },
        {
          answer: { welding: ['gloves', 'glasses', 'helmet'], lifting: ['helmet'] },
          mark: 1,
          why: 'A row with one column too many is not right.',
        },
        { answer: { welding: [], lifting: [] }, mark: 0, why: 'Everything left open.' },
      ],
    },
    {
      title: 'Two rows (all or nothing)',
      field: matrixOf({
        points: 1,
        partial: false,
        several: false,
        columns: ['yes', 'no'],
        right: { r1: ['yes'], r2: ['no'] },
      }),
      answers: [
        { answer: { r1: ['yes'], r2: ['no'] }, mark: 1, why: 'Both rows.' },
        { answer: { r1: ['yes'], r2: ['yes'] }, mark: 0, why: 'Half is nothing here.' },
        { answer: { r1: ['yes'] }, mark: 0, why: 'A row is open.' },
      ],
    },
  ],
}

const byHand: MarkedKind = {
  kind: 'essay and file',
  rule: 'A person marks what was written or uploaded. Nothing written and nothing uploaded is 0 at once, so that nobody waits for a marker.',
  questions: [
    {
      title: 'Describe the accident (essay, 10 points)',
      field: byHandOf('essay', 10),
      answers: [
        { answer: 'The ladder slipped.', mark: null, why: 'Somebody has to read it.' },
        { answer: 'x', mark: null, why: 'Even one letter is for a person to judge.' },
        { answer: '', mark: 0, why: 'Nothing was written.' },
        { answer: '  \n ', mark: 0, why: 'Only spaces: nothing was written.' },
        { answer: undefined, mark: 0, why: 'Left out.' },
        { answer: 12, mark: 0, malformed: true, why: 'A number is no essay.' },
      ],
    },
    {
      title: 'Upload the risk assessment (file, 5 points)',
      field: byHandOf('file', 5),
      answers: [
        {
          answer: [{ fileId: '0190c5f0-0000-7000-8000-000000000001' }],
          mark: null,
          why: 'Somebody has to look at it.',
        },
        { answer: [], mark: 0, why: 'Nothing was uploaded.' },
        { answer: undefined, mark: 0, why: 'Left out.' },
        { answer: 'plan.pdf', mark: 0, malformed: true, why: 'The name of a file is no file.' },
      ],
    },
  ],
}

export const markedKinds: readonly MarkedKind[] = [
  trueFalse,
  singleChoice,
  multipleChoice,
  dropDown,
  pictureChoice,
  shortAnswer,
  numeric,
  matching,
  ordering,
  gaps,
  hotSpot,
  matrix,
  byHand,
]

interface Worth {
  points: number
  partial?: boolean
  /** In points. */
  penalty?: number
}

function quizOf<K>({ points, partial = true, penalty = 0 }: Worth, key: K) {
  return { ...newQuiz(), points, partial, penalty: (penalty / points) * 100, key }
}

function named(keys: readonly string[]) {
  return keys.map((key) => ({ key, label: newText(key) }))
}

function all(texts: readonly string[]) {
  return texts.map((text) => ({ text, percent: 100 }))
}

function trueFalseOf({ right, ...worth }: Worth & { right: boolean }): Field {
  return { ...newField('trueFalse'), quiz: quizOf(worth, right) }
}

type ChoiceKind = 'singleChoice' | 'multipleChoice' | 'dropDown' | 'pictureChoice'
interface Chosen extends Worth {
  choices?: readonly { id: string; text: string; share: number }[]
  right?: readonly string[]
  wrong?: readonly string[]
  several?: boolean
}

/** By right choices, or by a share for each where one is worth only a part. */
function choiceOf(kind: ChoiceKind, { choices, right = [], wrong = [], several = false, ...worth }: Chosen): Field {
  const listed = choices?.map(({ id, text }) => ({ key: id, label: newText(text) })) ?? named([...right, ...wrong])
  const isGraded = choices?.some(({ share }) => share !== 0 && share !== 1) ?? false
  const key = {
    right: isGraded ? [] : (choices?.filter(({ share }) => share === 1).map(({ id }) => id) ?? [...right]),
    shares: isGraded ? Object.fromEntries((choices ?? []).map(({ id, share }) => [id, share * 100])) : null,
  }
  const field = {
    ...newField(kind),
    choices: kind === 'pictureChoice' ? listed.map((one) => ({ ...one, fileId: null })) : listed,
    quiz: quizOf(worth, key),
  }
  return (kind === 'pictureChoice' ? { ...field, several } : field) as Field
}

interface Typed extends Worth {
  accepted: readonly (string | [text: string, percent: number])[]
  matchCase: boolean
  matchAccents: boolean
}

function shortAnswerOf({ accepted, matchCase, matchAccents, ...worth }: Typed): Field {
  const listed = accepted.map((one) => (typeof one === 'string' ? [one, 100] : one) as [string, number])
  const key = { accepted: listed.map(([text, percent]) => ({ text, percent })), matchCase, matchAccents }
  return { ...newField('shortAnswer'), quiz: quizOf(worth, key) }
}

interface Numeric extends Worth {
  value: number
  tolerance?: number
  tolerancePercent?: number
  units?: readonly { names: readonly string[]; factor: number }[]
  /** Percent of the points that a missing or unknown unit takes off. */
  unitPenalty?: number
}

function numericOf({ value, tolerance = 0, tolerancePercent, units = [], unitPenalty = 0, ...worth }: Numeric): Field {
  const factors = Object.fromEntries(units.flatMap(({ names, factor }) => names.map((name) => [name, factor])))
  return {
    ...newField('numeric'),
    units: Object.keys(factors),
    quiz: quizOf(worth, {
      accepted: [
        tolerancePercent === undefined
          ? { value, tolerance, in: 'size' as const, percent: 100 }
          : { value, tolerance: tolerancePercent, in: 'percent' as const, percent: 100 },
      ],
      units: factors,
      unitPenalty,
    }),
  }
}

interface Pairs extends Worth {
  pairs: Record<string, string>
  others?: readonly string[]
}

function matchingOf({ pairs, others = [], ...worth }: Pairs): Field {
  return {
    ...newField('matching'),
    items: named(Object.keys(pairs)),
    targets: named([...new Set(Object.values(pairs)), ...others]),
    quiz: quizOf(worth, pairs),
  }
}

function orderingOf({ order, ...worth }: Worth & { order: readonly string[] }): Field {
  return { ...newField('ordering'), items: named([...order].sort()), quiz: quizOf(worth, [...order]) }
}

interface Gaps extends Worth {
  matchCase: boolean
  matchAccents: boolean
  gaps: readonly { id: string; accepted?: readonly string[]; choices?: readonly string[]; right?: string }[]
}

function gapsOf({ gaps: listed, matchCase, matchAccents, ...worth }: Gaps): Field {
  return {
    ...newField('gaps'),
    text: newText(listed.map(({ id }) => `[[${id}]]`).join(' ')),
    gaps: listed.map(({ id, choices = [] }) => ({ key: id, choices: named(choices) })),
    quiz: quizOf(worth, {
      gaps: Object.fromEntries(listed.map(({ id, accepted, right = '' }) => [id, all(accepted ?? [right])])),
      matchCase,
      matchAccents,
    }),
  }
}

type Area = NonNullable<NonNullable<FieldOf<'hotSpot'>['quiz']>['key']>[number]

function hotSpotOf({ pointsAllowed, areas, ...worth }: Worth & { pointsAllowed: number; areas: Area[] }): Field {
  return { ...newField('hotSpot'), points: pointsAllowed, quiz: quizOf(worth, areas) }
}

interface Grid extends Worth {
  several: boolean
  columns: readonly string[]
  right: Record<string, string[]>
}

function matrixOf({ several, columns, right, ...worth }: Grid): Field {
  return {
    ...newField('matrix'),
    rows: named(Object.keys(right)),
    columns: named(columns),
    several,
    quiz: quizOf(worth, right),
  }
}

function byHandOf(kind: 'essay' | 'file', points: number): Field {
  return { ...newField(kind), quiz: quizOf({ points }, { rubric: newText() }) } as Field
}
