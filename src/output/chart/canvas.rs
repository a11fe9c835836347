//! Finished charts, in the two file formats.

use maud::html;

use super::letters::printable;
use super::scene::Scene;
use super::{ChartError, ChartFormat};

/// A chart with its text alternative.
pub(crate) struct Canvas {
    pub(super) scene: Scene,
    pub(super) title: String,
    pub(super) description: String,
}

impl Canvas {
    /// The chart as a file.
    pub(crate) fn encode(&self, format: ChartFormat) -> Result<Vec<u8>, ChartError> {
        match format {
            ChartFormat::Svg => Ok((self.svg() + "\n").into_bytes()),
            #[cfg(feature = "cli")]
            ChartFormat::Png => super::pixels::png(&self.scene),
            #[cfg(not(feature = "cli"))]
            ChartFormat::Png => {
                Err(ChartError::Drawing("a .png needs the feature cli; name a .svg".to_owned()))
            }
        }
    }

    fn svg(&self) -> String {
        let (width, height) = self.scene.size;
        let svg = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) }
                font-family="Noto Sans, sans-serif" role="img" {
                title { (printable(&self.title)) }
                desc { (printable(&self.description)) }
                path d={ "M0 0H" (width) "V" (height) "H0Z" } fill=(self.scene.screen.paper()) {}
                (self.scene.elements())
            }
        };
        svg.into_string()
    }
}
