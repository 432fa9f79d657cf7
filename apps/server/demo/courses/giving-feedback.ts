import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const givingFeedback: DemoCourse = {
  slug: 'giving-feedback',
  language: 'en',
  title: 'Giving feedback that helps',
  description: 'Say what you saw and what it did, ask, and agree what happens next: for colleagues and for managers.',
  category: 'Working together',
  tags: ['feedback', 'communication', 'leadership'],
  cover: 'covers/giving-feedback.webp',
  minutes: 20,
  start:
    '<p><strong>Before you begin:</strong> think of one thing that a colleague did this week and that you would like to see again, or not. You will need it in the last step.</p>',
  mayStartOver: true,
  sections: [
    {
      title: 'What makes feedback useful',
      activities: [
        {
          key: 'why',
          kind: 'page',
          title: 'Why we avoid it, and what that costs',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<p>Most people say they would like more feedback, and most people put off giving it. We fear to hurt somebody, to be disliked, or to be wrong. So we wait until we are annoyed, and then it does hurt.</p>
<p>Meanwhile the other person repeats a mistake that one sentence would have ended, or gives up something good because nobody ever noticed it.</p>
<h2>Three things it is not</h2>
<ul>
<li><strong>It is not a verdict on a person.</strong> It is information about one thing they did.</li>
<li><strong>It is not only criticism.</strong> Telling somebody precisely what worked is the quickest way to get more of it.</li>
<li><strong>It is not a monologue.</strong> Half of it is listening.</li>
</ul>
<blockquote>Clear is kind. Unclear is unkind, because it leaves people alone with their guesses.</blockquote>`,
        },
        {
          key: 'sbi',
          kind: 'page',
          title: 'Situation, behaviour, impact',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/sbi-model.webp', 'Three cards: situation, behaviour, impact, each with an example')}
<p>Say <strong>when</strong> it was, <strong>what a camera would have recorded</strong>, and <strong>what followed</strong>. Leave out what you think went on in the other person’s head.</p>
<table>
<tr><th>Instead of</th><th>Say</th></tr>
<tr><td>“You do not care about the team.”</td><td>“You left at four on both days of the move.”</td></tr>
<tr><td>“You were so unfriendly.”</td><td>“You answered without looking up.”</td></tr>
<tr><td>“Super presentation.”</td><td>“You began with the decision we had to make. Everybody knew what to listen for.”</td></tr>
</table>
<p>Then ask: <em>“How did you see it?”</em> and be quiet for longer than feels comfortable.</p>`,
        },
        {
          key: 'specific',
          kind: 'page',
          title: 'From vague to specific',
          minutes: 3,
          completion: { rule: 'view' },
          html: `${picture('illustrations/vague-to-specific.webp', 'Four vague remarks and the specific feedback they could become')}
<p>Words like <em>always, never, unprofessional, attitude</em> invite an argument about the word. A date and a fact do not.</p>
<h3>Try it</h3>
<p>Take one remark that you made or heard last week. Write it again with a situation, a behaviour and an impact. It gets longer by ten words and better by a lot.</p>`,
        },
      ],
    },
    {
      title: 'The conversation',
      activities: [
        {
          key: 'listen',
          kind: 'audio',
          title: 'Listen in: Dana talks to Marco',
          minutes: 2,
          completion: { rule: 'watch', percent: 80 },
          media: 'audio/feedback-conversation.mp3',
          captions: [{ language: 'en', label: 'English', media: 'audio/feedback-conversation.en.vtt' }],
          transcript: transcript('feedback-conversation'),
        },
        {
          key: 'what-dana-did',
          kind: 'page',
          title: 'What Dana did well',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<ol>
<li><strong>She asked whether now was a good time.</strong> A yes makes people listen.</li>
<li><strong>She meant the praise.</strong> It was as precise as the criticism, and not a wrapping for it.</li>
<li><strong>She quoted words, not motives.</strong> “You said: not my problem”, and what Lena did then.</li>
<li><strong>She asked for his idea first.</strong> People keep to what they proposed themselves.</li>
<li><strong>They fixed a day.</strong> Without a second look, most good intentions are gone in a week.</li>
</ol>
<h2>Receiving it</h2>
<p>Breathe. Say thank you before you explain. Ask for an example if you do not understand. You decide what you do with it, and you need not decide at once.</p>`,
        },
        {
          key: 'plan',
          kind: 'page',
          title: 'Your next conversation',
          minutes: 5,
          completion: { rule: 'tick' },
          html: `<p>Choose one person and one thing: something good that you never mentioned, or something small that bothers you.</p>
<table>
<tr><th>Prepare</th><th>Your notes</th></tr>
<tr><td>Situation: when, where</td><td></td></tr>
<tr><td>Behaviour: what I saw or heard</td><td></td></tr>
<tr><td>Impact: which people, which work</td><td></td></tr>
<tr><td>My question</td><td></td></tr>
<tr><td>What I would wish for</td><td></td></tr>
</table>
<p>Tick this step when you have held the conversation. It may be short: two minutes beside the coffee machine count.</p>`,
        },
      ],
    },
  ],
}
