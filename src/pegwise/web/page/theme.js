// Light or dark as it was chosen, before anything is drawn: a script of the old kind, because modules wait.
try {
  const theme = JSON.parse(localStorage.getItem('pegwise.theme') ?? 'null');
  if (theme) document.documentElement.dataset.theme = theme;
  if (JSON.parse(localStorage.getItem('pegwise.letters') ?? 'false')) document.documentElement.dataset.letters = '';
} catch {
  // Nothing is remembered here: as the system has it.
}
