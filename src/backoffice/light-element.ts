/** Base class of the elements of the back office. They have no shadow root: one style sheet of the document styles them. */
import { LitElement } from 'lit';

export abstract class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
