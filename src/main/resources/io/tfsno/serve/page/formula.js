// Formulas of the catalogue as people write them: letters in italics, indices below, powers above.

const LETTERS = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', pi: 'π', psi: 'ψ', rho: 'ρ', sigma: 'σ', omega: 'ω',
};
const OPERATORS = { Lap: '∇²', grad: '∇', div: '∇·' };
const UPRIGHT = new Set(['cos', 'sin', 'exp', 'tanh', 'log', 'mean', 'frozen', 'drag', 'where', 'and', 'or']);
const TOKEN = /Lap\^2|[A-Za-z]+|\d+(?:\.\d+)?(?:e-?\d+)?|_[A-Za-z0-9]+|\^[A-Za-z0-9]+|\s+|./g;

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function letters(word) {
  if (LETTERS[word]) return [element('i', LETTERS[word])];
  if (OPERATORS[word]) return [OPERATORS[word]];
  if (UPRIGHT.has(word)) return [word];
  if (/^[A-Z][a-z]$/.test(word) && word !== 'Re') return [element('i', word[0]), element('sub', word[1])];
  return [element('i', word)];
}

function token(text) {
  if (text === 'Lap^2') return ['∇', element('sup', '4')];
  if (/^[A-Za-z]/.test(text)) return letters(text);
  if (text[0] === '_' && text.length > 1) return [element('sub', LETTERS[text.slice(1)] || text.slice(1))];
  if (text[0] === '^' && text.length > 1) return [element('sup', text.slice(1))];
  return [text === '-' ? '−' : text];
}

/** The parts of one line. */
export function typeset(text) {
  return (text.match(TOKEN) || []).flatMap(token);
}

/** A formula of several equations, each on a line of its own, with the values of its coefficients. */
export function formulaLines(formula, values) {
  const lines = formula.split(/,\s{2,}/).map((equation) => {
    const line = element('span', '', 'equation');
    line.append(...typeset(equation));
    return line;
  });
  if (values) {
    const line = element('span', '', 'values');
    line.append(...typeset(values));
    lines.push(line);
  }
  return lines;
}
