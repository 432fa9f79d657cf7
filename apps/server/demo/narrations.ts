/** The spoken text of the recordings and films, as their transcripts show it. */
interface Narration {
  cues: Cue[]
}

interface Cue {
  /** The speaker, if there are two. */
  speaker?: string
  text: string
}

const narrations = {
  'feedback-conversation': {
    cues: [
      {
        speaker: 'Dana',
        text: 'Hi Marco. Do you have five minutes? I would like to talk about this morning’s handover.',
      },
      { speaker: 'Marco', text: 'Sure. Did I do something wrong?' },
      { speaker: 'Dana', text: 'Some of it was very good, and one thing I would like us to change. Is now all right?' },
      { speaker: 'Marco', text: 'Yes, go ahead.' },
      {
        speaker: 'Dana',
        text: 'At the handover you listed every open task with a name beside it. Because of that, nobody had to phone you this afternoon. Please keep doing that.',
      },
      { speaker: 'Marco', text: 'Thank you. That list takes me a while, so I am glad it helps.' },
      {
        speaker: 'Dana',
        text: 'The other thing. When Lena asked about the late delivery, you said: not my problem. She went quiet, and she did not ask her second question.',
      },
      { speaker: 'Marco', text: 'I was in a hurry. I did not notice that she stopped.' },
      { speaker: 'Dana', text: 'I thought it might be something like that. What could you do next time?' },
      {
        speaker: 'Marco',
        text: 'I could say that I have no time now, and when I will come back to her. And I will talk to Lena today.',
      },
      { speaker: 'Dana', text: 'That sounds right to me. Shall we look at it again next Thursday?' },
      { speaker: 'Marco', text: 'Thursday is fine. Thanks for telling me directly.' },
    ],
  },
  'customer-call': {
    cues: [
      {
        speaker: 'Guest',
        text: 'Good evening. I booked a quiet room, and there is a party right below my window. I have to get up at five.',
      },
      { speaker: 'Amina', text: 'Good evening. Please tell me: what can you hear, and since when?' },
      { speaker: 'Guest', text: 'Music, since eight o’clock. I called an hour ago and nobody came back to me.' },
      {
        speaker: 'Amina',
        text: 'So you asked for quiet, you called once, and you were left waiting. I can see why you are annoyed.',
      },
      { speaker: 'Guest', text: 'Exactly. I just want to sleep.' },
      {
        speaker: 'Amina',
        text: 'I am sorry about that. I can do one of two things at once. I can move you to a room on the garden side, or I can have the music stopped at ten. Which would you prefer?',
      },
      { speaker: 'Guest', text: 'The other room, please.' },
      {
        speaker: 'Amina',
        text: 'It is room three one four. Somebody will carry your luggage in five minutes, and I will have breakfast ready for you at half past four.',
      },
      { speaker: 'Guest', text: 'That is kind. Thank you.' },
      {
        speaker: 'Amina',
        text: 'I will also find out why nobody called you back, so that it does not happen to the next guest. Sleep well.',
      },
    ],
  },
  'desk-break': {
    cues: [
      { text: 'This is a short break. You can stay on your chair. If something hurts, leave it out.' },
      {
        text: 'Put both feet on the floor. Let your hands rest on your legs, and look at something far away, at least six metres.',
      },
      { text: 'Breathe in slowly through your nose.' },
      { text: 'And out, a little longer than in.' },
      { text: 'Lift both shoulders towards your ears, hold them there, and let them drop.' },
      {
        text: 'Turn your head to the left, as if somebody had called you. Back to the middle. And to the right.',
      },
      { text: 'Stretch your arms in front of you, spread your fingers wide, and make a fist. Three times.' },
      { text: 'Now stand up, if you can. Roll onto your toes, and back onto your heels.' },
      { text: 'One more slow breath, in, and out.' },
      {
        text: 'Before you sit down again, check your desk. Is the top of the screen at eye height? Are your elbows at a right angle?',
      },
      { text: 'That was two minutes. Come back to it every hour or so.' },
    ],
  },
  'emergency-call': {
    cues: [
      { speaker: 'Operator', text: 'Emergency service. Which place do you need help at?' },
      { speaker: 'Caller', text: 'Harbour Street twelve, second floor, the office of Stellar Engineering.' },
      { speaker: 'Operator', text: 'What has happened?' },
      {
        speaker: 'Caller',
        text: 'A colleague has collapsed. He does not answer, and I think he is not breathing normally.',
      },
      { speaker: 'Operator', text: 'How many people are hurt? And are you safe where you are?' },
      { speaker: 'Caller', text: 'One person. Yes, we are safe.' },
      {
        speaker: 'Operator',
        text: 'Put your phone on loudspeaker and lay it on the floor. Kneel beside his chest. Is somebody with you who can fetch a defibrillator?',
      },
      { speaker: 'Caller', text: 'Yes. She is running for it now.' },
      {
        speaker: 'Operator',
        text: 'Put the heel of one hand on the middle of his chest, the other hand on top. Push down hard, five to six centimetres, and let the chest come up again. I will count with you.',
      },
      {
        speaker: 'Operator',
        text: 'One, two, three, four. One, two, three, four. You are doing well. Do not hang up. The ambulance is on its way.',
      },
      { speaker: 'Caller', text: 'The defibrillator is here.' },
      { speaker: 'Operator', text: 'Good. Switch it on and do what it says. Keep pushing while she puts the pads on.' },
    ],
  },
  'film-phishing': {
    cues: [
      {
        text: 'A message arrives. It looks as if it came from your own help desk.',
      },
      {
        text: 'It wants you to hurry. Your account, it says, will be closed today.',
      },
      {
        text: 'Look at the sender. The name is familiar. The address is not.',
      },
      {
        text: 'Point at the link without clicking. What counts is the end of the name before the first slash.',
      },
      {
        text: 'Behind it waits a copy of the sign-in page. Whatever you type there belongs to somebody else.',
      },
      {
        text: 'So stop, check with the sender on a way you already know, and report it. One report protects everybody.',
      },
    ],
  },
  'film-extinguisher': {
    cues: [
      {
        text: 'Fight a fire only when it is small, your way out is behind you, and the alarm has been raised.',
      },
      { text: 'Remember one word: pass.' },
      { text: 'Pull the pin. It breaks the seal.' },
      {
        text: 'Aim low, at the base of the fire, not at the flames.',
      },
      { text: 'Squeeze the handle, from about two metres away.' },
      {
        text: 'Sweep from side to side until it is out. Then step back, and keep watching.',
      },
      {
        text: 'If it is not out when the extinguisher is empty, leave and close the door.',
      },
    ],
  },
  'film-lifting': {
    cues: [
      { text: 'Before you lift, look. Where does it go, is the way clear, and is it too heavy for one?' },
      { text: 'Stand close, one foot a little forward, as wide as your hips.' },
      { text: 'Bend your knees and hips. Keep your back in its natural shape.' },
      { text: 'Take a firm grip, and tip the load to feel its weight.' },
      { text: 'Lift smoothly with your legs, and keep the load near your belt.' },
      { text: 'Turn with your feet, never with your back. And set it down the way you picked it up.' },
    ],
  },
  'film-hands': {
    cues: [
      { text: 'Wash your hands before you touch food, after raw meat, after the toilet, and after the bin.' },
      { text: 'Wet them under warm running water, and take soap.' },
      { text: 'Palm to palm. Then the back of each hand.' },
      { text: 'Between the fingers. Around each thumb. And the tips of your fingers in the palm.' },
      { text: 'Give it twenty seconds in all. That is longer than you think.' },
      { text: 'Rinse, dry with a clean paper towel, and close the tap with it.' },
    ],
  },
  'film-first-steps': {
    cues: [
      { text: 'Welcome to Learnt. After you sign in you arrive on your homepage.' },
      { text: 'The large card takes you back to exactly where you stopped, also on another device.' },
      { text: 'Below it is what is expected of you. Overdue comes first, then what is due soon.' },
      {
        text: 'Open a course, and its steps stand beside the page. A tick means done. A padlock tells you why you have to wait.',
      },
      { text: 'You need not save anything. The time beside the word saved is when the server had it safe.' },
      { text: 'Looking for something? Press control and K, and type what you want.' },
    ],
  },
} satisfies Record<string, Narration>

/** The transcript: one paragraph for each cue, with the speaker where there are two. */
export function transcript(key: keyof typeof narrations): string {
  const { cues }: Narration = narrations[key]
  return cues.map((cue) => (cue.speaker ? `${cue.speaker}: ${cue.text}` : cue.text)).join('\n')
}
