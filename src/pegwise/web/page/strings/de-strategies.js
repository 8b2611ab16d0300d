// German: what each strategy does.

/** @type {Record<string, string>} */
export const words = {
  'strategy.said': '{strategy} {what}.',
  'strategy.counter': 'rät den möglichen Code, der in einer gemischten Reihenfolge der erste ist',
  'strategy.deep': 'spielt die besten Versuche der anderen Strategien zu Ende und macht den, mit dem es am schnellsten geht',
  'strategy.entropy': 'macht den Versuch, dessen Bewertung im Durchschnitt am meisten Information gibt',
  'strategy.expected-size': 'macht den Versuch, der im Durchschnitt am wenigsten Codes möglich lässt',
  'strategy.first-consistent': 'rät den möglichen Code mit der kleinsten Zahl',
  'strategy.knuth': 'macht den Versuch, der im schlechtesten Fall am wenigsten Codes möglich lässt',
  'strategy.large': 'betrachtet eine Stichprobe der möglichen Codes und braucht in Spielen jeder Größe wenige Versuche',
  'strategy.minimax-parts': 'rät wie knuth und nimmt unter gleich guten Versuchen den mit den meisten Klassen',
  'strategy.most-parts': 'macht den Versuch, der die möglichen Codes in die meisten Klassen teilt',
  'strategy.random-consistent': 'rät einen zufälligen möglichen Code',
  'strategy.optimal': 'braucht im Durchschnitt die wenigsten Versuche',
};
