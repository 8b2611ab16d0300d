// The look as it was chosen, before anything is drawn: a script of the old kind, because modules wait.
for (const name of ['theme', 'colors', 'symbols', 'shapes', 'motion', 'large']) {
  try {
    const chosen = JSON.parse(localStorage.getItem(`pegwise.${name}`) ?? 'null');
    if (chosen) document.documentElement.dataset[name] = chosen === true ? '' : chosen;
  } catch {
    // Nothing is remembered here: as the system has it.
  }
}
