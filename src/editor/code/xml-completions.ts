import { defined } from '@/base/defined';
import { monaco } from './monaco';
import { listAttributeOffers, listElementOffers, listValueOffers, type XmlOffer } from './xml-offers';
import { findXmlPlace, type XmlPlace } from './xml-place';

type Item = monaco.languages.CompletionItem;

/** Completes elements, attributes and their values from the schema, and explains what is under the pointer. */
export function offerXml(model: monaco.editor.ITextModel): () => void {
  const language = model.getLanguageId();
  const completion = monaco.languages.registerCompletionItemProvider(language, {
    triggerCharacters: ['<', ' ', '/', '"', '>'],
    provideCompletionItems(asked, position) {
      if (asked !== model) return { suggestions: [] };
      const place = findXmlPlace(model.getValueInRange(new monaco.Range(1, 1, position.lineNumber, position.column)));
      const typed = place.typed.length;
      const { lineNumber, column } = position;
      const range = new monaco.Range(lineNumber, column - typed, lineNumber, column);
      const isClosed = model.getLineContent(lineNumber).startsWith('>', column - 1);
      return { suggestions: listItems(place, isClosed).map((item) => ({ ...item, range })) };
    },
  });
  const hover = monaco.languages.registerHoverProvider(language, {
    provideHover(asked, position) {
      const word = model.getWordAtPosition(position);
      if (asked !== model || !word) return null;
      const { lineNumber } = position;
      const place = findXmlPlace(model.getValueInRange(new monaco.Range(1, 1, lineNumber, word.startColumn)));
      const offers =
        place.kind === 'element' || place.kind === 'end'
          ? listElementOffers(place.kind === 'end' ? place.open.slice(0, -1) : place.open)
          : place.kind === 'attribute'
            ? listAttributeOffers(place.open, { ...place.element, attributes: {} })
            : [];
      const description = offers.find(({ name }) => name === word.word)?.description;
      return description === undefined ? null : { contents: [{ value: description }] };
    },
  });
  return () => {
    completion.dispose();
    hover.dispose();
  };
}

/** `isClosed`: the `>` that closes the tag is already there. The editor inserts it with every `<`. */
function listItems(place: XmlPlace, isClosed: boolean): Omit<Item, 'range'>[] {
  const { CompletionItemKind: kinds } = monaco.languages;
  switch (place.kind) {
    case 'element':
      return listElementOffers(place.open).map((offer) =>
        buildItem(offer, kinds.Property, `${offer.name}>$0</${offer.name}${isClosed ? '' : '>'}`),
      );
    case 'end': {
      const name = place.open.at(-1)?.name;
      return name === undefined ? [] : [buildItem({ name }, kinds.Property, isClosed ? name : `${name}>`)];
    }
    case 'attribute':
      return listAttributeOffers(place.open, place.element).map((offer) =>
        buildItem(offer, kinds.Field, `${offer.name}="$0"`),
      );
    case 'value':
      return listValueOffers(place.open, place.element, place.attribute).map((offer) =>
        buildItem(offer, kinds.Value, offer.name),
      );
    case 'text':
      return listValueOffers(place.open).map((offer) => buildItem(offer, kinds.Value, offer.name));
  }
}

function buildItem({ name, description }: XmlOffer, kind: Item['kind'], snippet: string): Omit<Item, 'range'> {
  return {
    label: name,
    kind,
    insertText: snippet,
    insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
    ...defined({ documentation: description }),
  };
}
