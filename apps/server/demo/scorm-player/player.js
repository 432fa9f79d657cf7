/* Plays one SCO: slides are sections of the page, everything else comes from the JSON block `sco`. */
;(() => {
  const sco = JSON.parse(document.getElementById('sco').textContent)
  const say = sco.words
  const is2004 = sco.version !== '1.2'
  const runtime = openRuntime()
  const slides = [...document.querySelectorAll('.slide')]
  const last = slides.length - 1
  const questions = sco.questions
  const launchedAt = Date.now()
  const bar = document.querySelector('.bar')
  const previous = document.getElementById('previous')
  const next = document.getElementById('next')
  const count = document.getElementById('count')
  const note = document.getElementById('note')
  const memory = { seen: [], answers: {}, best: null, tries: 1 }
  let here = 0
  let shownAt = Date.now()

  start()

  function start() {
    document.body.classList.toggle('alone', !runtime.found)
    for (const _ of slides) bar.append(document.createElement('li'))
    const status = runtime.get(is2004 ? 'cmi.completion_status' : 'cmi.core.lesson_status')
    if (['', 'unknown', 'not attempted'].includes(status)) {
      runtime.set(is2004 ? 'cmi.completion_status' : 'cmi.core.lesson_status', 'incomplete')
    }
    try {
      Object.assign(memory, JSON.parse(runtime.get('cmi.suspend_data') || '{}'))
    } catch {
      // Another tool wrote it: begin afresh.
    }
    const bookmark = Number.parseInt(runtime.get(is2004 ? 'cmi.location' : 'cmi.core.lesson_location'), 10)
    for (const question of questions) {
      document.getElementById(`check-${question.id}`).addEventListener('click', () => answer(question))
      if (memory.answers[question.id]) showVerdict(question)
    }
    previous.addEventListener('click', () => go(here - 1))
    next.addEventListener('click', () => goOn())
    document.addEventListener('keydown', onKey)
    document.getElementById('again').addEventListener('click', again)
    document.getElementById('leave').addEventListener('click', leave)
    document.getElementById('restart').addEventListener('click', () => {
      note.hidden = true
      go(0)
    })
    addEventListener('pagehide', terminate)
    addEventListener('unload', terminate)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') save()
    })
    const resumed = bookmark > 0 && bookmark <= last
    if (!runtime.found) tell(say.alone, false)
    else if (resumed) tell(fill(say.welcomeBack, { n: bookmark + 1, of: slides.length }), true)
    go(resumed ? bookmark : 0, true)
  }

  function go(index, first) {
    if (index < 0 || index > last) return
    here = index
    shownAt = Date.now()
    if (!memory.seen.includes(index)) memory.seen.push(index)
    slides.forEach((slide, i) => {
      slide.hidden = i !== index
    })
    ;[...bar.children].forEach((dot, i) => {
      dot.className = i === index ? 'here' : memory.seen.includes(i) ? 'seen' : ''
    })
    previous.disabled = index === 0
    next.hidden = index === last
    count.textContent = fill(say.step, { n: index + 1, of: slides.length })
    if (index === last) showResult()
    if (!first) {
      note.hidden = true
      document.querySelector('main').scrollTop = 0
      slides[index].querySelector('h1').focus()
    }
    runtime.set(is2004 ? 'cmi.location' : 'cmi.core.lesson_location', String(index))
    if (is2004)
      runtime.set('cmi.progress_measure', String(Math.round((memory.seen.length / slides.length) * 100) / 100))
    save()
  }

  function goOn() {
    const question = questions.find((one) => one.slide === here)
    if (question && !memory.answers[question.id]) {
      tell(say.answerFirst, false)
      document.querySelector(`#slide-${here} input`).focus()
      return
    }
    go(here + 1)
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input')) return
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    if (event.key === forward || event.key === 'PageDown') goOn()
    else if (event.key === back || event.key === 'PageUp') go(here - 1)
    else return
    event.preventDefault()
  }

  function inputsOf(question) {
    return [...document.querySelectorAll(`#slide-${question.slide} input`)]
  }

  function answer(question) {
    const chosen = inputsOf(question).flatMap((input, i) => (input.checked ? [i] : []))
    if (chosen.length === 0) {
      tell(say.answerFirst, false)
      return
    }
    note.hidden = true
    memory.answers[question.id] = chosen
    showVerdict(question)
    recordInteraction(question, chosen)
    save()
  }

  function isRight(question) {
    return String(memory.answers[question.id]) === String(question.right)
  }

  function showVerdict(question) {
    const slide = slides[question.slide]
    const chosen = memory.answers[question.id]
    slide.classList.add('answered')
    inputsOf(question).forEach((input, i) => {
      const option = input.closest('.option')
      input.checked = chosen.includes(i)
      input.disabled = true
      const right = question.right.includes(i)
      option.classList.toggle('right', right)
      option.classList.toggle('missed', !right && chosen.includes(i))
      option.querySelector('.mark').textContent = right ? `✓ ${say.right}` : chosen.includes(i) ? `✗ ${say.wrong}` : ''
    })
    document.getElementById(`check-${question.id}`).hidden = true
    const verdict = document.getElementById(`verdict-${question.id}`)
    const good = isRight(question)
    const head = document.createElement('strong')
    head.textContent = good ? say.good : say.bad
    verdict.className = `verdict ${good ? 'good' : 'bad'}`
    verdict.replaceChildren(head, question.explanation)
  }

  function clearVerdict(question) {
    slides[question.slide].classList.remove('answered')
    for (const input of inputsOf(question)) {
      input.checked = false
      input.disabled = false
      input.closest('.option').classList.remove('right', 'missed')
      input.closest('.option').querySelector('.mark').textContent = ''
    }
    document.getElementById(`check-${question.id}`).hidden = false
    const verdict = document.getElementById(`verdict-${question.id}`)
    verdict.className = 'verdict'
    verdict.replaceChildren()
  }

  /** Journal style: every answer is a new interaction, retries too. */
  function recordInteraction(question, chosen) {
    const place = `cmi.interactions.${Number.parseInt(runtime.get('cmi.interactions._count'), 10) || 0}`
    const letters = (list) => list.map((i) => 'abcdefghijklmnopqrstuvwxyz'[i]).join(is2004 ? '[,]' : ',')
    const now = new Date()
    runtime.set(`${place}.id`, question.id)
    runtime.set(`${place}.type`, 'choice')
    if (is2004) {
      // The standard knows a time zone only after a fraction of one or two digits.
      runtime.set(`${place}.timestamp`, now.toISOString().replace(/\dZ$/, 'Z'))
      runtime.set(`${place}.description`, question.prompt.slice(0, 240))
    } else {
      runtime.set(`${place}.time`, now.toTimeString().slice(0, 8))
    }
    runtime.set(`${place}.correct_responses.0.pattern`, letters(question.right))
    runtime.set(`${place}.weighting`, '1')
    runtime.set(`${place}.${is2004 ? 'learner' : 'student'}_response`, letters(chosen))
    runtime.set(`${place}.result`, isRight(question) ? 'correct' : is2004 ? 'incorrect' : 'wrong')
    runtime.set(`${place}.latency`, duration(Date.now() - shownAt))
  }

  function showResult() {
    const open = questions.filter((question) => !memory.answers[question.id])
    const heading = slides[last].querySelector('h1')
    const words = document.getElementById('result-words')
    const ring = document.getElementById('ring')
    const retry = document.getElementById('again')
    if (open.length > 0) {
      heading.textContent = say.openQuestions
      words.textContent = fill(say.openQuestionsHint, { n: open.length })
      ring.hidden = true
      retry.hidden = true
      return
    }
    if (questions.length === 0) {
      heading.textContent = say.finished
      words.textContent = say.finishedHint
      ring.hidden = true
      retry.hidden = true
      report(null)
      return
    }
    const score = Math.round((questions.filter(isRight).length / questions.length) * 100)
    const passed = score >= sco.passPercent
    memory.best = Math.max(memory.best ?? 0, score)
    heading.textContent = passed ? say.passed : say.failed
    words.textContent = fill(passed ? say.passedHint : say.failedHint, { pass: sco.passPercent })
    ring.hidden = false
    ring.style.setProperty('--share', score)
    ring.style.setProperty('--tone', passed ? 'var(--right)' : 'var(--wrong)')
    ring.firstElementChild.textContent = `${score} %`
    retry.hidden = score === 100
    report(memory.best)
  }

  /** The best try counts: a learner who practises again after passing loses nothing. */
  function report(score) {
    if (score === null) {
      runtime.set(is2004 ? 'cmi.completion_status' : 'cmi.core.lesson_status', 'completed')
      return
    }
    const verdict = score >= sco.passPercent ? 'passed' : 'failed'
    const place = is2004 ? 'cmi.score' : 'cmi.core.score'
    runtime.set(`${place}.min`, '0')
    runtime.set(`${place}.max`, '100')
    runtime.set(`${place}.raw`, String(score))
    if (is2004) {
      runtime.set('cmi.score.scaled', String(score / 100))
      runtime.set('cmi.completion_status', 'completed')
      runtime.set('cmi.success_status', verdict)
    } else {
      runtime.set('cmi.core.lesson_status', verdict)
    }
  }

  function again() {
    memory.answers = {}
    memory.tries += 1
    for (const question of questions) clearVerdict(question)
    go(questions[0].slide)
  }

  function leave() {
    if (is2004) runtime.set('adl.nav.request', sco.hasNext ? 'continue' : 'exitAll')
    terminate()
    for (const button of document.querySelectorAll('button')) button.disabled = true
    tell(say.left, false)
  }

  function save() {
    runtime.set('cmi.suspend_data', JSON.stringify(memory))
    runtime.set(is2004 ? 'cmi.session_time' : 'cmi.core.session_time', duration(Date.now() - launchedAt))
    runtime.set(is2004 ? 'cmi.exit' : 'cmi.core.exit', 'suspend')
    runtime.commit()
  }

  function terminate() {
    if (runtime.ended) return
    save()
    runtime.end()
  }

  function tell(words, withRestart) {
    note.hidden = false
    note.querySelector('span').textContent = words
    document.getElementById('restart').hidden = !withRestart
  }

  function fill(words, values) {
    return words.replace(/\{(\w+)\}/g, (_, name) => values[name])
  }

  function duration(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 10) / 100)
    if (is2004) return `PT${seconds}S`
    const two = (n) => String(n).padStart(2, '0')
    const whole = Math.floor(seconds)
    const hours = String(Math.floor(whole / 3600)).padStart(4, '0')
    return `${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${two(Math.round((seconds - whole) * 100) % 100)}`
  }

  function openRuntime() {
    const api = findApi(window) ?? (window.opener && !window.opener.closed ? findApi(window.opener) : null)
    const call = (name12, name2004, ...args) => {
      try {
        return String(api[is2004 ? name2004 : name12](...args))
      } catch {
        return ''
      }
    }
    const found = api !== null && call('LMSInitialize', 'Initialize', '') === 'true'
    return {
      found,
      ended: !found,
      get(element) {
        return this.ended ? '' : call('LMSGetValue', 'GetValue', element)
      },
      set(element, value) {
        return this.ended ? '' : call('LMSSetValue', 'SetValue', element, value)
      },
      commit() {
        return this.ended ? '' : call('LMSCommit', 'Commit', '')
      },
      end() {
        if (this.ended) return
        this.ended = true
        call('LMSFinish', 'Terminate', '')
      },
    }
  }

  function findApi(from) {
    const name = is2004 ? 'API_1484_11' : 'API'
    let view = from
    for (let up = 0; up < 50; up++) {
      try {
        if (view[name]) return view[name]
      } catch {
        return null
      }
      if (!view.parent || view.parent === view) return null
      view = view.parent
    }
    return null
  }
})()
